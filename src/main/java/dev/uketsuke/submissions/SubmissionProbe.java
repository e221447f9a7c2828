package dev.uketsuke.submissions;

import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.EngineSettings;
import dev.uketsuke.database.EngineSettings.Engine;
import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.submissions.Submission.Slot;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Checks whether a key is free, by an insert that is always rolled back.
 *
 * <p>Guarantee: the probe leaves no row, and holds the key only between insert and rollback.
 */
@Singleton
class SubmissionProbe {

  private static final String PROBE =
      """
      INSERT INTO shipping_application (
        id, account_id, bucket, idempotency_key, fingerprint, fingerprint_version, status,
        last_step, accepted_at, key_expires_at, updated_at, origin, destination, parcels)
      VALUES (?, ?, ?, ?, ?, 1, 'ACCEPTED', 1, now(), now(), now(), 'XX', 'XX', 1)
      ON CONFLICT ON CONSTRAINT shipping_application_account_key DO NOTHING""";

  /**
   * Checks for the lock that a transaction holds from before its insert until its commit is
   * visible.
   */
  private static final String WRITERS =
      """
      SELECT EXISTS (
        SELECT FROM pg_locks
        WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND relation = 'shipping_application'::regclass
          AND pid IS DISTINCT FROM pg_backend_pid())""";

  private final Transactions transactions;
  private final DatabaseLimits limits;
  private final Engine engine;

  SubmissionProbe(Transactions transactions, DatabaseLimits limits, EngineSettings settings) {
    this.transactions = transactions;
    this.limits = limits;
    this.engine = settings.engine();
  }

  /**
   * Checks whether the key is free. It is not free while a committed row has it.
   *
   * @throws SQLException 55P03 if an open transaction holds the key
   */
  boolean isFree(Connection connection, Slot slot) throws SQLException {
    return transactions.undone(connection, open -> probe(open, slot));
  }

  private boolean probe(Connection connection, Slot slot) throws SQLException {
    Sql.update(connection, "SET LOCAL lock_timeout = " + limits.inquiryLockTimeout().toMillis());
    return Sql.update(
            connection,
            PROBE,
            UUID.randomUUID(),
            slot.account().id(),
            slot.account().bucket(),
            slot.key().value(),
            new byte[32])
        == 1;
  }

  /**
   * Checks whether the locks of this server tell of every transaction that writes applications. On
   * a distributed engine other servers have locks of their own.
   */
  boolean seesAllWriters() {
    return switch (engine) {
      case POSTGRESQL -> true;
      case CITUS -> false;
    };
  }

  /**
   * Checks whether another transaction is open that has written applications, with any key. If
   * there is none, a read that follows sees everything that was begun before. Call it only if
   * {@link #seesAllWriters}.
   */
  boolean isWritten(Connection connection) throws SQLException {
    return Sql.one(connection, WRITERS, row -> row.getBoolean(1)).orElse(true);
  }
}
