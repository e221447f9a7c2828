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
 * Writes messages out, in the transaction of the change that they report.
 *
 * <p>Guarantee: a message exists if and only if its change is committed. It gets its id here, so
 * every attempt to send it carries the same id (P9).
 */
@Singleton
public class Outbox {

  /**
   * Locks the last open message of the application, if there is one. The relay either closes that
   * message before the lock, and then the new message becomes the head; or it closes that message
   * after our commit, and then it finds the new message and makes it the head.
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
   * One message out.
   *
   * @param accountId the account of the application
   * @param step the step number, positive; messages about one application are sent in this order
   * @param aggregateType the aggregate type, by which the destination is chosen, for example {@code
   *     application}
   * @param aggregateId the id of the application
   * @param type the type of the message, for example {@code application.paid}
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
   * Writes a message and returns its id, a UUIDv7 that contains the account's bucket.
   *
   * @param connection the connection of the transaction that makes the change and has locked the
   *     row of the application
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
