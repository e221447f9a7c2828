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
 * Counts the new keys of an account, a minute at a time.
 *
 * <p>Guarantee: counted in the transaction that records the application and by the row of the
 * account, so over all instances no more than the ceiling are accepted in a minute, and what is
 * refused, replayed or rolled back does not count. Rules out that one account fills the table, and
 * that a retry uses up what it needs to succeed.
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

  /** Returns whether there is a ceiling; without one nothing is counted. */
  boolean isSet() {
    return settings.newKeysPerMinute().isPresent();
  }

  /**
   * Counts one new key in the open transaction, which the caller rolls back if it is one too many.
   * Submissions of one account that reach this process take turns, so the count can only be held by
   * another instance, and is waited for briefly: whoever waits here holds a connection.
   *
   * @return what is left; empty if another instance holds the count
   */
  Optional<KeyQuota> count(Connection connection, Account account) throws SQLException {
    try {
      Sql.update(connection, "SET LOCAL lock_timeout = " + limits.inquiryLockTimeout().toMillis());
      return Sql.one(
          connection,
          COUNT,
          row -> {
            // A neighbour may have begun the minute after our transaction began.
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
