package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.Sql;
import dev.uketsuke.idempotency.IdempotencyKey;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * The statements that give out tokens.
 *
 * <p>Guarantee: an account never has more live tokens than the ceiling, however many requests on
 * however many instances ask at once. Each token takes one of as many places, and a unique index
 * lets only one token into a place. Two requests wait for each other only if they choose the same
 * place at the same moment, and then briefly.
 */
@Singleton
class TokenTable {

  /**
   * Two requests at once should not want the same place, so each takes a free one in an order that
   * depends on its token. The count is for tokens without a place, which the version before gave
   * out.
   */
  private static final String INSERT =
      """
      INSERT INTO submission_token AS t (token_hash, account_id, slot, issued_at, expires_at)
      SELECT ?, ?, free.slot, now(), date_trunc('milliseconds', now() + make_interval(secs => ?))
      FROM (
        SELECT s.slot FROM generate_series(1, ?) AS s(slot)
        WHERE NOT EXISTS (
          SELECT FROM submission_token l
          WHERE l.account_id = ? AND l.slot = s.slot AND l.expires_at > now())
        ORDER BY md5(s.slot || ?) LIMIT 1) free
      WHERE (SELECT count(*) FROM submission_token WHERE account_id = ? AND expires_at > now()) < ?
      ON CONFLICT (account_id, slot) DO UPDATE SET
        token_hash = excluded.token_hash,
        issued_at = excluded.issued_at,
        expires_at = excluded.expires_at
      WHERE t.expires_at <= excluded.issued_at
      RETURNING expires_at""";

  private static final String CEILING =
      """
      SELECT extract(epoch FROM min(expires_at) - now())::float8 FROM submission_token
      WHERE account_id = ? AND expires_at > now()
      HAVING count(*) >= ?""";

  private final TokenSettings settings;
  private final DatabaseLimits limits;

  TokenTable(TokenSettings settings, DatabaseLimits limits) {
    this.settings = settings;
    this.limits = limits;
  }

  /**
   * Stores a token in the open transaction.
   *
   * @return when it expires; empty if the account has too many, or if another request has just
   *     taken the same place
   * @throws SQLException 55P03 if another request is about to take the same place
   */
  Optional<Instant> insert(Connection connection, Account account, IdempotencyKey token)
      throws SQLException {
    Sql.update(connection, "SET LOCAL lock_timeout = " + limits.inquiryLockTimeout().toMillis());
    return Sql.one(
        connection,
        INSERT,
        row -> row.getObject(1, OffsetDateTime.class).toInstant(),
        token.digest(),
        account.id(),
        settings.lifetime().toMillis() / 1000.0,
        settings.maxLive(),
        account.id(),
        token.hash(),
        account.id(),
        settings.maxLive());
  }

  /**
   * Returns how long an account that has as many live tokens as it may has to wait until one of
   * them expires; empty if it has fewer.
   */
  Optional<Duration> untilBelowCeiling(Connection connection, Account account) throws SQLException {
    return Sql.one(
        connection,
        CEILING,
        row -> Duration.ofMillis((long) Math.ceil(row.getDouble(1) * 1000)),
        account.id(),
        settings.maxLive());
  }
}
