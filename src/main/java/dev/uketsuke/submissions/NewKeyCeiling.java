package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Limits how many new keys an account may use in a minute.
 *
 * <p>Guarantee: the count is one row for each account, written in the transaction that records the
 * application. All instances together therefore accept no more than the limit, and refused,
 * replayed and rolled back submissions do not count. One account cannot fill the table, and a retry
 * does not use up the quota that it needs.
 */
@Singleton
class NewKeyCeiling {

  private static final String COUNT =
      """
      WITH counted AS (
        INSERT INTO new_key_window AS w (account_id, started_at, used) VALUES (?, now(), 1)
        ON CONFLICT ON CONSTRAINT new_key_window_pkey DO UPDATE SET
          started_at = CASE WHEN excluded.started_at - w.started_at >= interval '1 minute'
            THEN excluded.started_at ELSE w.started_at END,
          used = CASE WHEN excluded.started_at - w.started_at >= interval '1 minute'
            THEN 1 ELSE w.used + 1 END
        RETURNING used, started_at)
      SELECT used,
        ceil(extract(epoch FROM started_at + interval '1 minute' - now()))::integer AS reset
      FROM counted""";

  private final NewKeySettings settings;
  private final DatabaseLimits limits;

  NewKeyCeiling(NewKeySettings settings, DatabaseLimits limits) {
    this.settings = settings;
    this.limits = limits;
  }

  /** Checks whether a limit is configured; without one nothing is counted. */
  boolean isSet() {
    return settings.newKeysPerMinute().isPresent();
  }

  /**
   * Counts one new key in the open transaction, which the caller rolls back if the quota is
   * exceeded. This process handles submissions of one account one after the other, so only another
   * instance can hold a lock on the count. The wait for it is short, because the caller holds a
   * connection.
   *
   * @return the quota; empty if another instance holds the lock
   */
  Optional<KeyQuota> count(Connection connection, Account account) throws SQLException {
    try {
      Sql.update(connection, "SET LOCAL lock_timeout = " + limits.inquiryLockTimeout().toMillis());
      return Sql.one(
          connection,
          COUNT,
          row -> {
            // Another transaction may have begun the minute after our transaction began.
            int reset = Math.min(60, Math.max(1, row.getInt(2)));
            return new KeyQuota(
                settings.newKeysPerMinute().get(), row.getInt(1), Duration.ofSeconds(reset));
          },
          account.id());
    } catch (SQLException e) {
      if (DatabaseFailure.of(e) == DatabaseFailure.LOCKED) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
