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
 * Removes submission tokens that have expired without being used.
 *
 * <p>Guarantee: a token that a submission has locked in order to spend it is skipped, even if the
 * token expires meanwhile, so the removal cannot make a submission fail.
 */
@Singleton
class RemoveExpiredTokens implements RetentionStep {

  /** MATERIALIZED makes sure that the limit holds with every plan for the join. */
  private static final String DELETE =
      """
      WITH batch AS MATERIALIZED (
        SELECT token_hash FROM submission_token WHERE expires_at <= ?
        ORDER BY expires_at LIMIT ?
        FOR UPDATE SKIP LOCKED)
      DELETE FROM submission_token t USING batch WHERE t.token_hash = batch.token_hash""";

  @Override
  public String name() {
    return "tokensExpired";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    return Sql.update(connection, DELETE, now, limit);
  }

  @Override
  public Optional<Oldest> oldest() {
    return Optional.of(new Oldest("submission_token", "expires_at", "true", Duration.ZERO));
  }
}
