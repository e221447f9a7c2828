package dev.uketsuke.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Removes one kind of row after its time, or moves it to the archive. Every bean of this type is
 * part of the job that it names.
 */
public interface RetentionStep {

  /** The job that removes what is past its time. */
  String RETENTION = "retention";

  /** Returns the name of the job that this is part of. */
  default String job() {
    return RETENTION;
  }

  /**
   * Returns the name of the count in the job's report and in metrics, such as {@code
   * tokensExpired}.
   */
  String name();

  /**
   * Removes or changes one batch of rows inside a transaction. An implementation selects rows with
   * {@code SKIP LOCKED}, so that it does not wait and does not collide with another instance.
   *
   * @param now the time by the database's clock; rows that were due at this time are taken
   * @param limit how many rows to take; a step may take up to twice as many
   * @return the number of rows taken; fewer than the limit means that no more are due
   */
  int batch(Connection connection, Instant now, int limit) throws SQLException;

  /**
   * Returns how to find the oldest row of this kind, by which {@link RetentionGauges} shows how far
   * the job is behind; empty if that is not shown.
   */
  default Optional<Oldest> oldest() {
    return Optional.empty();
  }

  /**
   * Describes the oldest row of a kind. An index must exist that finds it.
   *
   * @param age the column with the time from which the retention is counted
   * @param condition an SQL condition on the rows that are removed
   * @param retention how long the rows are kept
   */
  record Oldest(String table, String age, String condition, Duration retention) {}
}
