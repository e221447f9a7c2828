package dev.uketsuke.outbox;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whether destinations are available, as all instances know it.
 *
 * <p>Guarantee: while a destination is unavailable, one back-off counts for all messages and all
 * instances, and one message at a time finds out whether it is back. This rules out that an outage
 * is written into every row, and that it uses up the attempts of messages.
 */
@Singleton
class DestinationState {

  static final String READ =
      """
      SELECT failures, extract(epoch FROM retry_at - statement_timestamp())::float8
      FROM relay_destination WHERE name = ?""";

  /** One caller gets to try; the others find the time moved on. */
  static final String TRY =
      """
      UPDATE relay_destination SET retry_at = statement_timestamp() + make_interval(secs => ?)
      WHERE name = ? AND (retry_at <= statement_timestamp() OR ?)""";

  static final String UNAVAILABLE =
      """
      INSERT INTO relay_destination (name, unavailable_since, failures, retry_at, reason)
      VALUES (?, statement_timestamp(), ?, statement_timestamp() + make_interval(secs => ?), ?)
      ON CONFLICT ON CONSTRAINT relay_destination_pkey DO UPDATE
      SET failures = excluded.failures, retry_at = excluded.retry_at, reason = excluded.reason""";

  static final String ALL = "SELECT name, unavailable_since, reason FROM relay_destination";

  static final String AVAILABLE = "DELETE FROM relay_destination WHERE name = ?";

  private final Transactions transactions;

  DestinationState(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * What may be done at a destination now.
   *
   * @param failures attempts in a row that found it unavailable; zero while it is available
   * @param mayTry false if nobody is to call it yet, or another instance is trying
   * @param pause how long to leave it alone if it may not be tried
   */
  record Permit(int failures, boolean mayTry, Duration pause) {

    /** Whether one message is to find out if the destination is back. */
    boolean isProbe() {
      return failures > 0 && mayTry;
    }
  }

  /**
   * Reads the state and takes the one attempt if it is due.
   *
   * @param lease how long the attempt may take
   * @param asked whether somebody has asked for this run: then the pause does not count
   */
  Permit ask(Connection connection, String destination, Duration lease, boolean asked)
      throws SQLException {
    Optional<Permit> trouble =
        Sql.one(
            connection,
            READ,
            row ->
                new Permit(
                    row.getInt(1), false, Duration.ofMillis((long) (row.getDouble(2) * 1000))),
            destination);
    if (trouble.isEmpty()) {
      return new Permit(0, true, Duration.ZERO);
    }
    Permit read = trouble.get();
    boolean due = asked || read.pause().isNegative() || read.pause().isZero();
    if (due && Sql.update(connection, TRY, seconds(lease), destination, asked) == 1) {
      return new Permit(read.failures(), true, Duration.ZERO);
    }
    return due ? new Permit(read.failures(), false, lease) : read;
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  /**
   * Records that an attempt found the destination unavailable.
   *
   * @param failures in a row, this one included
   * @param pause for which nobody is to call it
   */
  void unavailable(
      Connection connection, String destination, int failures, Duration pause, String reason)
      throws SQLException {
    Sql.update(connection, UNAVAILABLE, destination, failures, seconds(pause), reason);
  }

  /** Records that an attempt found it available again. */
  void available(Connection connection, String destination) throws SQLException {
    Sql.update(connection, AVAILABLE, destination);
  }

  /**
   * Returns since when and why, by the names of the destinations that are unavailable; what it
   * knows, which is nothing, while the database cannot be asked.
   */
  Map<String, String> unavailable() {
    try {
      return transactions.run(
          connection -> {
            Map<String, String> found = new HashMap<>();
            for (String[] each : Sql.query(connection, ALL, DestinationState::described)) {
              found.put(each[0], each[1]);
            }
            return found;
          });
    } catch (DatabaseException away) {
      return Map.of(); // Readiness tells of the database.
    }
  }

  private static String[] described(ResultSet row) throws SQLException {
    return new String[] {
      row.getString(1),
      "unavailable since "
          + row.getObject(2, OffsetDateTime.class).toInstant()
          + ": "
          + row.getString(3)
    };
  }
}
