package dev.uketsuke.outbox;

import dev.uketsuke.accounts.Bucket;
import dev.uketsuke.accounts.BucketedIds;
import dev.uketsuke.database.AfterCommit;
import dev.uketsuke.database.Sql;
import dev.uketsuke.http.CurrentTrace;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Takes messages to the outside, in the transaction of the change they tell of.
 *
 * <p>Guarantee: the message exists if and only if the change was committed. It gets its id here,
 * once, so that every attempt to send it carries the same (P9).
 */
@Singleton
public class Outbox {

  /**
   * Locks the open message that the new one comes to stand behind. The relay closes that one either
   * before, and then the new message is a head, or after our commit, and then it finds the new
   * message and makes it the head.
   */
  static final String BEFORE =
      """
      SELECT 1 FROM outbox
      WHERE account_id = ? AND bucket = ? AND aggregateid = ? AND aggregatetype = ?
        AND sent_at IS NULL AND parked_at IS NULL
      ORDER BY step DESC LIMIT 1
      FOR SHARE""";

  static final String APPEND =
      """
      INSERT INTO outbox (
        id, account_id, bucket, step, aggregatetype, aggregateid, type, payload, traceparent, head)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?)""";

  private final BucketedIds ids;
  private final CurrentTrace currentTrace;
  private final WakeRelay wakeRelay;

  Outbox(BucketedIds ids, CurrentTrace currentTrace, WakeRelay wakeRelay) {
    this.ids = ids;
    this.currentTrace = currentTrace;
    this.wakeRelay = wakeRelay;
  }

  /**
   * One message.
   *
   * @param accountId whose aggregate it is about
   * @param step of the aggregate, positive; messages about the same one are sent in this order
   * @param aggregateType what it is about, and so where it goes, for example {@code application}
   * @param aggregateId which one it is about
   * @param type what it says, for example {@code application.paid}
   * @param payload JSON text
   */
  public record Message(
      String accountId,
      int step,
      String aggregateType,
      String aggregateId,
      String type,
      String payload) {}

  /**
   * Appends a message.
   *
   * @param connection of the transaction that makes the change; it holds the row of the application
   * @return the message's id, a UUIDv7 that carries the account's bucket
   */
  public UUID append(Connection connection, Message message) throws SQLException {
    int bucket = Bucket.of(message.accountId());
    UUID id = ids.next(bucket);
    boolean follows =
        Sql.exists(
            connection,
            BEFORE,
            message.accountId(),
            bucket,
            message.aggregateId(),
            message.aggregateType());
    Sql.update(
        connection,
        APPEND,
        values ->
            values
                .add(id)
                .add(message.accountId())
                .add(bucket)
                .add(message.step())
                .add(message.aggregateType())
                .add(message.aggregateId())
                .add(message.type())
                .add(message.payload())
                .add(currentTrace.traceparent())
                .add(!follows));
    AfterCommit.add(() -> wakeRelay.wake(message.aggregateType()));
    return id;
  }
}
