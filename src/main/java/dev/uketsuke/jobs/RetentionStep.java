package dev.uketsuke.jobs;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

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
}
