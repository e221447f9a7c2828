package dev.uketsuke.database;

import java.sql.SQLException;

/** Is thrown when work in the database failed; {@link #failure()} says what became of the work. */
public class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A chain of causes may be a circle. */
  private static final int MAX_CAUSES = 10;

  private final DatabaseFailure failure;

  /**
   * Wraps a failure and classifies it by its SQLSTATE.
   *
   * @param cause the driver's exception; not null
   */
  public DatabaseException(SQLException cause) {
    this(DatabaseFailure.of(cause), cause);
  }

  /**
   * Wraps a failure whose meaning the caller knows better than its SQLSTATE tells.
   *
   * @param failure the meaning of the failure
   * @param cause the driver's exception; not null
   */
  public DatabaseException(DatabaseFailure failure, SQLException cause) {
    super(cause);
    this.failure = failure;
  }

  /** Returns the meaning of the failure: what became of the work. */
  public DatabaseFailure failure() {
    return failure;
  }

  /**
   * Returns for an operator why the work failed: what the driver says, and what made it say so if
   * that is another exception.
   */
  public String reason() {
    Throwable root = getCause();
    for (int i = 0; i < MAX_CAUSES && root.getCause() != null; i++) {
      root = root.getCause();
    }
    String said = String.valueOf(getCause().getMessage());
    String why = String.valueOf(root.getMessage());
    return root == getCause() || said.contains(why)
        ? said
        : said + " (" + root.getClass().getSimpleName() + ": " + why + ")";
  }
}
