package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.idempotency.IdempotencyKey;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * The statements that give out tokens.
 *
 * <p>Guarantee: an account never has more live tokens than the ceiling, however many ask at once on
 * however many instances: they queue up on a lock of the account, and each counts what the one
 * before has committed.
 */
@Singleton
class TokenTable {

  /** The first number keeps our locks apart from those of others. Equal hashes only wait. */
  private static final String QUEUE = "SELECT pg_advisory_xact_lock(8242, hashtext(?))";

  /** A statement of its own: one that had to wait for the lock would count by an old snapshot. */
  private static final String INSERT =
      """
      INSERT INTO submission_token (token_hash, account_id, expires_at)
      SELECT ?, ?, date_trunc('milliseconds', now() + make_interval(secs => ?))
      WHERE (SELECT count(*) FROM submission_token WHERE account_id = ? AND expires_at > now()) < ?
      RETURNING expires_at""";

  private static final String FIRST_EXPIRY =
      """
      SELECT extract(epoch FROM min(expires_at) - now())::float8 FROM submission_token
      WHERE account_id = ? AND expires_at > now()""";

  private final TokenSettings settings;

  TokenTable(TokenSettings settings) {
    this.settings = settings;
  }

  /**
   * Stores a token in the open transaction.
   *
   * @return when it expires; empty if the account has too many
   */
  Optional<Instant> insert(Connection connection, Account account, IdempotencyKey token)
      throws SQLException {
    try (PreparedStatement queue = connection.prepareStatement(QUEUE);
        PreparedStatement insert = connection.prepareStatement(INSERT)) {
      queue.setString(1, account.id());
      queue.execute();
      insert.setBytes(1, token.digest());
      insert.setString(2, account.id());
      insert.setDouble(3, settings.lifetime().toMillis() / 1000.0);
      insert.setString(4, account.id());
      insert.setInt(5, settings.maxLive());
      try (ResultSet row = insert.executeQuery()) {
        return row.next()
            ? Optional.of(row.getObject(1, OffsetDateTime.class).toInstant())
            : Optional.empty();
      }
    }
  }

  /** How long until the account has a live token less; zero if it has none. */
  Duration untilFirstExpiry(Connection connection, Account account) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(FIRST_EXPIRY)) {
      select.setString(1, account.id());
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return Duration.ofMillis((long) Math.ceil(row.getDouble(1) * 1000));
      }
    }
  }
}
