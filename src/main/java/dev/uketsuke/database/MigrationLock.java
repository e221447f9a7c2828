package dev.uketsuke.database;

import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.inject.Singleton;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/**
 * Lets instances that start at once wait for each other on a lock of the session.
 *
 * <p>Rules out that a migration waits for itself: {@code CREATE INDEX CONCURRENTLY} waits for all
 * open transactions, and by default Flyway keeps one open for its lock.
 */
@Singleton
class MigrationLock implements FlywayConfigurationCustomizer {

  @Override
  public void customize(FluentConfiguration configuration) {
    configuration
        .getPluginRegister()
        .getExact(PostgreSQLConfigurationExtension.class)
        .setTransactionalLock(false);
  }
}
