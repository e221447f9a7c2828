package dev.uketsuke.applications;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/**
 * Where an application stands at this moment; it may have moved on the moment after, so only what
 * does no harm then may be decided by it ({@link LockApplication} holds it still).
 */
@Singleton
public class CurrentStatus {

  private final LifeTable table;

  CurrentStatus(LifeTable table) {
    this.table = table;
  }

  /** The status as it is committed; empty if there is no such application. */
  public Optional<ApplicationStatus> of(Connection connection, UUID applicationId)
      throws SQLException {
    return table.find(connection, applicationId).map(ApplicationLife::status);
  }
}
