package dev.uketsuke.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One kind of row that does not stay for ever; every bean of this type is part of the job {@code
 * retention}.
 */
public interface RetentionStep {

  /**
   * What is counted, as the job's answer and the metrics call it, such as {@code tokensExpired}.
   */
  String name();

  /**
   * Deals with one batch inside a transaction. Takes rows with {@code SKIP LOCKED}, so that it
   * neither waits for anybody nor meets another instance.
   *
   * @param now what is due is due by this moment
   * @param limit the most rows to touch
   * @return how many were; fewer than the limit means that no more are due
   */
  int batch(Connection connection, Instant now, int limit) throws SQLException;

  /**
   * Where the row stands that is due next, to show how far the clean-up is behind; empty if
   * nowhere.
   */
  default Optional<Oldest> oldest() {
    return Optional.empty();
  }

  /**
   * The oldest row of a kind. An index has to find it.
   *
   * @param age the column that the rows are removed by
   * @param condition which rows go at all
   * @param retention how long they stay, counted from the age
   */
  record Oldest(String table, String age, String condition, Duration retention) {}
}
