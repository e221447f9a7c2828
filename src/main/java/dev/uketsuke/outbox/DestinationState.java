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
 * The availability of destinations, which all instances share through the database.
 *
 * <p>Guarantee: while a destination is unavailable, one back-off applies to all messages and all
 * instances, and one message at a time is sent as a probe. An outage therefore does not change
 * every row of the outbox, and does not use up the attempts of messages.
 */
@Singleton
class DestinationState {

  static final String READ =
      """
      SELECT failures, extract(epoch FROM retry_at - statement_timestamp())::float8
      FROM relay_destination WHERE name = ?""";

  /** Lets one caller try: it moves the time forward, so the other callers change no row. */
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
   * The permission to call a destination.
   *
   * @param failures the number of failed attempts in a row; zero while the destination is available
   * @param mayTry false during the back-off, and while another instance is trying
   * @param pause how long to wait if the destination must not be called
   */
  record Permit(int failures, boolean mayTry, Duration pause) {

    /**
     * Checks whether one message is to be sent to find out if the destination is available again.
     */
    boolean isProbe() {
      return failures > 0 && mayTry;
    }
  }

  /**
   * Returns the permission to call a destination, and reserves the next attempt if it is due.
   *
   * @param lease how long the attempt may take
   * @param asked whether a person or a request has asked for this run, which ends the back-off
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
   * Records that a destination is unavailable.
   *
   * @param failures the number of failed attempts in a row, this one included
   * @param pause how long nobody is to call the destination
   */
  void unavailable(
      Connection connection, String destination, int failures, Duration pause, String reason)
      throws SQLException {
    Sql.update(connection, UNAVAILABLE, destination, failures, seconds(pause), reason);
  }

  /** Records that a destination is available again. */
  void available(Connection connection, String destination) throws SQLException {
    Sql.update(connection, AVAILABLE, destination);
  }

  /**
   * Returns, by the names of unavailable destinations, since when and why they are unavailable;
   * empty if the database cannot be asked.
   */
  Optional<Map<String, String>> unavailable() {
    try {
      return transactions.run(
          connection -> {
            Map<String, String> found = new HashMap<>();
            for (String[] each : Sql.query(connection, ALL, DestinationState::described)) {
              found.put(each[0], each[1]);
            }
            return Optional.of(found);
          });
    } catch (DatabaseException away) {
      return Optional.empty(); // The readiness check reports that the database is unavailable.
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
