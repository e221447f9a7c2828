package dev.uketsuke.search;

import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * Tells up to which time the changes of applications are final.
 *
 * <p>Guarantee: once this has returned a time, no transaction commits a change whose {@code
 * updated_at} is earlier, whichever instance it runs on. So whoever reads changes in their order up
 * to that time, and goes on from there, misses none. Rules out the gap that a transaction leaves
 * which takes its time first and commits last.
 *
 * <p>Why it holds: a change takes its {@code updated_at} when its transaction or its statement
 * begins. From then on its backend shows the begin of the transaction in {@code pg_stat_activity},
 * and from the statement's first moments until it is visible it holds, or awaits, a lock on the
 * table. The time returned is earlier than the begin of each transaction that holds the lock, and
 * of each that is too young to have it for certain. The margin covers a backend that was suspended
 * between taking the time and showing it.
 */
@Singleton
class FinalChanges {

  /**
   * The begin of a transaction of another role is hidden from us; until it ends nothing is final.
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
   * Returns the time; changes before it are final. Read them in a later statement of a READ
   * COMMITTED transaction: the snapshot of this statement may be older than what it found ended.
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
