package dev.uketsuke.database;

import java.sql.SQLException;

/** Work in the database failed; what that says about the work is in {@link #failure()}. */
public class DatabaseException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final DatabaseFailure failure;

  /**
   * Wraps a failure in the middle of the work.
   *
   * @param cause what the driver threw; not null
   */
  public DatabaseException(SQLException cause) {
    this(DatabaseFailure.of(cause), cause);
  }

  /**
   * Wraps a failure whose meaning is known better than its SQLSTATE says.
   *
   * @param failure its meaning
   * @param cause what the driver threw; not null
   */
  public DatabaseException(DatabaseFailure failure, SQLException cause) {
    super(cause);
    this.failure = failure;
  }

  /** What the failure says about the work. */
  public DatabaseFailure failure() {
    return failure;
  }
}
