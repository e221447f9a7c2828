package dev.uketsuke.submissions;

import dev.uketsuke.database.Sql;
import dev.uketsuke.jobs.RetentionStep;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Removes the counts of new keys by account and minute ({@link KeyQuota}) when the minute is over.
 *
 * <p>Guarantee: a count of the current minute is kept. A submission at the time of a removal begins
 * a new minute, which it would have done without the removal, too.
 */
@Singleton
class ForgetNewKeyWindows implements RetentionStep {

  private static final String DELETE =
      """
      WITH batch AS MATERIALIZED (
        SELECT account_id FROM new_key_window WHERE started_at <= ?::timestamptz - interval '1 minute'
        ORDER BY started_at LIMIT ?
        FOR UPDATE SKIP LOCKED)
      DELETE FROM new_key_window w USING batch WHERE w.account_id = batch.account_id""";

  @Override
  public String name() {
    return "newKeyWindowsRemoved";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    return Sql.update(connection, DELETE, now, limit);
  }

  @Override
  public Optional<Oldest> oldest() {
    return Optional.of(new Oldest("new_key_window", "started_at", "true", Duration.ofMinutes(1)));
  }
}
