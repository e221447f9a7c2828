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
 * The SQL statements that store submission tokens.
 *
 * <p>Guarantee: an account never has more live tokens than {@link TokenSettings#maxLive}, even if
 * several instances issue tokens at once. An account has that many numbered slots, each token takes
 * one, and a unique index allows only one token in a slot. Two requests wait for each other only if
 * they choose the same slot at the same moment, and then briefly.
 */
@Singleton
class TokenTable {

  /**
   * Stores a token in a free slot. The slots are tried in an order that depends on the token, so
   * that concurrent requests choose different ones. The count is needed for tokens without a slot,
   * which the version before this one issued.
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
   * Stores a token in the open transaction, and returns when it expires.
   *
   * @return the time of expiry; empty if the account has too many tokens, or another request has
   *     just taken the same slot
   * @throws SQLException 55P03 if another request is taking the same slot at the moment
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
   * Returns how long it takes until one of the account's live tokens expires; empty if the account
   * has fewer tokens than it may have.
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
