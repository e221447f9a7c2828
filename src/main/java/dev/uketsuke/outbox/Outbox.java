package dev.uketsuke.outbox;

import dev.uketsuke.accounts.Bucket;
import dev.uketsuke.accounts.BucketedIds;
import dev.uketsuke.database.AfterCommit;
import dev.uketsuke.database.Sql;
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

  static final String APPEND =
      """
      INSERT INTO outbox (
        id, account_id, bucket, step, aggregatetype, aggregateid, type, payload)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb)""";

  private final BucketedIds ids;
  private final WakeRelay wakeRelay;

  Outbox(BucketedIds ids, WakeRelay wakeRelay) {
    this.ids = ids;
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
   * @param connection of the transaction that makes the change
   * @return the message's id, a UUIDv7 that carries the account's bucket
   */
  public UUID append(Connection connection, Message message) throws SQLException {
    int bucket = Bucket.of(message.accountId());
    UUID id = ids.next(bucket);
    Sql.update(
        connection,
        APPEND,
        id,
        message.accountId(),
        bucket,
        message.step(),
        message.aggregateType(),
        message.aggregateId(),
        message.type(),
        message.payload());
    AfterCommit.add(() -> wakeRelay.wake(message.aggregateType()));
    return id;
  }
}
