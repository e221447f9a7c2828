package dev.uketsuke.search;

import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Finds the time before which all changes of applications are final.
 *
 * <p>Guarantee: after this class has returned a time, no transaction on any instance commits a
 * change whose {@code updated_at} is earlier. A client that reads changes in order up to that time,
 * and continues from there, therefore misses none, even if a transaction with an early {@code
 * updated_at} commits late.
 *
 * <p>Reason: a change gets its {@code updated_at} when its transaction or its statement begins.
 * From then on {@code pg_stat_activity} shows the start of the transaction, and from the beginning
 * of the statement until the commit is visible, the transaction holds or awaits a lock on the
 * table. The returned time is earlier than the start of each transaction that holds the lock, and
 * of each that may have begun too recently to hold it. The margin covers a backend that is
 * suspended after it has taken its time and before {@code pg_stat_activity} shows it.
 */
@Singleton
class FinalChanges {

  /**
   * Selects the time. The start of a transaction of another role is hidden from us; while such a
   * transaction holds the lock, no change counts as final.
   */
  static final String UNTIL =
      """
      SELECT date_trunc('milliseconds', least(
        now() - interval '250 milliseconds',
        (SELECT min(coalesce(activity.xact_start, '-infinity'))
          FROM pg_locks held LEFT JOIN pg_stat_activity activity ON activity.pid = held.pid
          WHERE held.locktype = 'relation' AND held.mode = 'RowExclusiveLock'
            AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND held.relation = 'shipping_application'::regclass),
        (SELECT min(young.xact_start) FROM pg_stat_activity young
          WHERE young.datname = current_database() AND young.pid <> pg_backend_pid()
            AND young.xact_start > now() - make_interval(secs => ?))))""";

  private final DatabaseLimits limits;

  FinalChanges(DatabaseLimits limits) {
    this.limits = limits;
  }

  /**
   * Returns the time before which changes are final. The changes must be read in a later statement
   * of a READ COMMITTED transaction, because transactions that this statement found ended may not
   * be visible in its own snapshot.
   */
  Instant until(Connection connection) throws SQLException {
    double seconds = limits.statementTimeout().toMillis() / 1000.0;
    return Sql.one(connection, UNTIL, FinalChanges::time, seconds).orElseThrow();
  }

  private static Instant time(java.sql.ResultSet row) throws SQLException {
    OffsetDateTime time = row.getObject(1, OffsetDateTime.class);
    return time.equals(OffsetDateTime.MIN) ? Instant.EPOCH : time.toInstant();
  }
}
