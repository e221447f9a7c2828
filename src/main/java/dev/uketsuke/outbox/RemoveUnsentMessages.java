package dev.uketsuke.outbox;

import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Removes messages that nobody is to send; the feature that they belong to decides when. */
@Singleton
public class RemoveUnsentMessages {

  /** Heads alone are looked for, because what waits behind them is younger. */
  static final String REMOVE =
      """
      WITH batch AS MATERIALIZED (
        SELECT id, account_id, bucket FROM outbox
        WHERE aggregatetype = ? AND sent_at IS NULL AND parked_at IS NULL AND head
          AND next_attempt_at <= ?
        ORDER BY next_attempt_at LIMIT ?
        FOR UPDATE SKIP LOCKED)
      DELETE FROM outbox o USING batch
      WHERE o.id = batch.id AND o.account_id = batch.account_id AND o.bucket = batch.bucket
      RETURNING o.aggregateid""";

  private final OutboxClaims claims;

  RemoveUnsentMessages(OutboxClaims claims) {
    this.claims = claims;
  }

  /**
   * Removes a batch, oldest first, inside a transaction of the caller. Messages behind those that
   * were removed become due and are found by the next batch.
   *
   * @param aggregateType of the messages
   * @param before only those that have waited since then or longer, by the database's clock
   * @param limit at most so many
   * @return how many were removed
   */
  public int remove(Connection connection, String aggregateType, Instant before, int limit)
      throws SQLException {
    List<String> removed =
        Sql.query(connection, REMOVE, row -> row.getString(1), aggregateType, before, limit);
    if (!removed.isEmpty()) {
      claims.next(connection, aggregateType, removed);
    }
    return removed.size();
  }
}
