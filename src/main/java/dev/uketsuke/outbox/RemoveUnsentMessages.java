package dev.uketsuke.outbox;

import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** Removes unsent messages; the feature that they belong to decides whether they are not needed. */
@Singleton
public class RemoveUnsentMessages {

  /** Selects heads only, because the messages behind them are younger. */
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
   * Removes a batch, the oldest first, in the caller's transaction, and returns the number of
   * removed messages. The messages behind them become heads, which the next batch removes.
   *
   * @param aggregateType the aggregate type of the messages
   * @param before only messages that have waited since this time or longer, by the database's clock
   * @param limit the greatest number of messages
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
