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
 * Removes tokens that expired unspent.
 *
 * <p>Guarantee: a token that a submission is about to spend is passed over, even if it expires
 * meanwhile; so the removal can never turn an accepted submission into a refused one.
 */
@Singleton
class RemoveExpiredTokens implements RetentionStep {

  /** Materialised, so that the limit holds whatever plan is chosen for the join. */
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
