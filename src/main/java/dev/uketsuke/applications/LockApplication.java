package dev.uketsuke.applications;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * Holds an application still until the transaction ends.
 *
 * <p>Guarantee: what is returned stays true for the rest of the transaction, except for moves made
 * in it. Two statements, because a single one that waits for the lock would return the new row
 * together with the old history.
 */
@Singleton
public class LockApplication {

  private final LifeTable table;

  LockApplication(LifeTable table) {
    this.table = table;
  }

  /**
   * Locks and reads.
   *
   * @param connection of the transaction
   * @return empty if there is no such application, committed
   * @throws SQLException also if another transaction holds it for longer than {@code lock_timeout}
   */
  public Optional<ApplicationLife> lock(Connection connection, UUID id) throws SQLException {
    return table.lock(connection, id) ? table.find(connection, id) : Optional.empty();
  }
}
