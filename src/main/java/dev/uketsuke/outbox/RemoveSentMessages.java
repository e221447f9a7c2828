package dev.uketsuke.outbox;

import dev.uketsuke.database.Sql;
import dev.uketsuke.jobs.DueRows;
import dev.uketsuke.jobs.RetentionStep;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Removes sent messages after {@code UKETSUKE_OUTBOX_RETENTION}. */
@Singleton
class RemoveSentMessages implements RetentionStep {

  static final String REMOVE =
      """
      WITH batch AS MATERIALIZED (
        SELECT id, account_id, bucket FROM outbox
        WHERE bucket = ANY (?) AND id = ANY (?) AND sent_at IS NOT NULL
        FOR UPDATE SKIP LOCKED)
      DELETE FROM outbox o USING batch
      WHERE o.id = batch.id AND o.account_id = batch.account_id AND o.bucket = batch.bucket
        AND o.bucket = ANY (?) AND o.id = ANY (?)""";

  private final OutboxSettings settings;
  private final DueRows dueRows;

  RemoveSentMessages(OutboxSettings settings, DueRows dueRows) {
    this.settings = settings;
    this.dueRows = dueRows;
  }

  @Override
  public String name() {
    return "messagesSentRemoved";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    return dueRows.take(
        connection,
        sent(),
        now,
        limit,
        (buckets, ids) -> Sql.update(connection, REMOVE, buckets, ids, buckets, ids));
  }

  @Override
  public Optional<Oldest> oldest() {
    return Optional.of(sent());
  }

  private Oldest sent() {
    return new Oldest("outbox", "sent_at", "sent_at IS NOT NULL", settings.retention());
  }
}
