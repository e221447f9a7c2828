package dev.uketsuke.database;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.hibernate.JDBCException;

/**
 * Turns a database failure that reached a resource into the answer it deserves.
 *
 * <p>Guarantee: a passing trouble is 503 with {@code Retry-After}, never 500 and never a success; a
 * fault of ours stays a fault.
 */
public final class DatabaseProblems {

  private static final Duration RETRY_AFTER = Duration.ofSeconds(2);

  private DatabaseProblems() {}

  /**
   * The answer to a failure.
   *
   * @param thrown what reached the resource
   * @param reading whether the request was only to read, so that nothing can be half done
   * @return the problem, or empty if this is a fault of ours
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
   * Checks whether Hibernate got no connection from the pool, which leaves nothing begun whatever
   * the reason. Hibernate has no type of exception for that; what it throws then has no statement.
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
