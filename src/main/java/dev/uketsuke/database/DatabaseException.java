package dev.uketsuke.database;

import java.sql.SQLException;

/** Is thrown when work in the database failed; {@link #failure()} says what became of the work. */
public class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

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
}
