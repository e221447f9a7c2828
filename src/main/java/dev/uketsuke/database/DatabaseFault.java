package dev.uketsuke.database;

import java.sql.SQLException;

/** The database refused a statement for a fault of ours; its transaction was rolled back. */
public class DatabaseFault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Wraps the refusal.
   *
   * @param cause what the driver threw; not null
   */
  public DatabaseFault(SQLException cause) {
    super(cause);
  }
}
