package dev.uketsuke.database;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.JDBCException;

/**
 * Translates database failures into problems.
 *
 * <p>Guarantee: a temporary failure becomes 503 with {@code Retry-After}, never 500 and never a
 * success; it is {@code outcome-unknown} if the request may have taken effect. For a fault of ours
 * there is no problem here, so it ends as 500.
 */
public final class DatabaseProblems {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private DatabaseProblems() {}

  /**
   * Returns the problem for a failure.
   *
   * @param thrown the exception that reached the resource
   * @param reading whether the request only reads, so that its outcome cannot be unknown
   * @return the problem; empty if the failure is a fault of ours
   */
  public static Optional<Problem> of(Throwable thrown, boolean reading) {
    DatabaseFailure failure = failure(thrown);
    if (failure == null) {
      return Optional.empty();
    }
    ProblemType unknown =
        reading ? ProblemType.TEMPORARILY_UNAVAILABLE : ProblemType.OUTCOME_UNKNOWN;
    return switch (failure) {
      case UNKNOWN -> Optional.of(Problem.of(unknown).retryAfter(RETRY_AFTER));
      case LOCKED, RETRYABLE, STALE, UNAVAILABLE ->
          Optional.of(Problem.of(ProblemType.TEMPORARILY_UNAVAILABLE).retryAfter(RETRY_AFTER));
      case FAULT -> Optional.empty();
    };
  }

  private static DatabaseFailure failure(Throwable thrown) {
    if (thrown instanceof DatabaseException known) {
      return known.failure();
    }
    if (hadNoConnection(thrown)) {
      return DatabaseFailure.UNAVAILABLE;
    }
    SQLException cause = DatabaseFailure.sqlCause(thrown);
    return cause == null ? null : DatabaseFailure.of(cause);
  }

  /**
   * Checks whether Hibernate could not get a connection from the pool, so that nothing was begun.
   * Hibernate has no exception type for that; its exception then has no statement and this message.
   */
  private static boolean hadNoConnection(Throwable thrown) {
    Throwable t = thrown;
    for (int depth = 0; t != null && depth < 20; depth++, t = t.getCause()) {
      if (t instanceof JDBCException failure
          && failure.getSQL() == null
          && failure.getMessage() != null
          && failure.getMessage().startsWith("Unable to acquire JDBC Connection")) {
        return true;
      }
    }
    return false;
  }
}
