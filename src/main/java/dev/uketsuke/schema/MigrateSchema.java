package dev.uketsuke.schema;

import dev.uketsuke.database.PoolerSettings;
import dev.uketsuke.database.PoolerSettings.Pooler;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.jboss.logging.Logger;

/**
 * Brings the database schema up to date at the start, or refuses to start.
 *
 * <p>Guarantee: the service runs on a schema that has every migration of its release, unchanged;
 * migrations of a newer release may be present too. One query finds out whether the schema is up to
 * date, and Flyway runs only if it is not. A migration waits for a lock no longer than {@code
 * quarkus.flyway.init-sql} says and is then tried again, because all other statements queue behind
 * a waiting migration.
 */
@Singleton
public class MigrateSchema {

  private static final Logger LOG = Logger.getLogger(MigrateSchema.class);

  /** Runs before the scheduler, messaging and everything else that starts with the service. */
  private static final int FIRST = -100;

  private static final int ATTEMPTS = 10;
  private static final Duration PAUSE = Duration.ofSeconds(3);
  private static final String READ_ONLY = "25006";
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final Flyway flyway;
  private final DataSource dataSource;
  private final boolean migrates;
  private final boolean keepsSession;
  private final Runnable pause;

  @Inject
  MigrateSchema(
      Flyway flyway,
      DataSource dataSource,
      SchemaSettings settings,
      PoolerSettings poolerSettings,
      @ConfigProperty(name = "quarkus.flyway.jdbc-url") Optional<String> urlOfMigrations) {
    this(
        flyway,
        dataSource,
        settings.migrateAtStart(),
        poolerSettings.pooler() == Pooler.NONE || urlOfMigrations.isPresent(),
        MigrateSchema::sleep);
  }

  /**
   * Makes one.
   *
   * @param keepsSession whether a connection of Flyway is one session, as its lock needs
   * @param pause between two attempts
   */
  MigrateSchema(
      Flyway flyway,
      DataSource dataSource,
      boolean migrates,
      boolean keepsSession,
      Runnable pause) {
    this.flyway = flyway;
    this.dataSource = dataSource;
    this.migrates = migrates;
    this.keepsSession = keepsSession;
    this.pause = pause;
  }

  void start(@Observes @Priority(FIRST) StartupEvent event) {
    ensureCurrent();
  }

  /**
   * Makes sure that the schema is up to date, by migrating it if that is allowed.
   *
   * @throws ConfigurationException if the schema is not up to date; the message says what to do
   */
  void ensureCurrent() {
    if (isCurrent()) {
      return;
    }
    if (!keepsSession) {
      awaitCurrent();
    } else if (migrates) {
      migrate();
    } else {
      refusePending();
    }
  }

  /**
   * Waits for a database that comes up together with the service, and refuses to migrate it through
   * a pooler in transaction mode. Flyway's lock belongs to a session, and there Flyway could
   * neither keep nor release it, and its time limit for locks would go on to other clients.
   */
  private void awaitCurrent() {
    for (int attempt = 1; attempt < ATTEMPTS && !answers(); attempt++) {
      pause.run();
    }
    if (!isCurrent()) {
      throw new ConfigurationException(
          "The database schema is not that of this release, and cannot be migrated through the"
              + " pooler (UKETSUKE_DATABASE_POOLER): let QUARKUS_FLYWAY_JDBC_URL lead to PostgreSQL"
              + " itself, or run --job=migrate with it");
    }
  }

  private boolean answers() {
    try (Connection connection = dataSource.getConnection()) {
      return connection.isValid(1);
    } catch (SQLException away) {
      return false;
    }
  }

  /**
   * Checks whether the schema is up to date. Returns false if the database does not answer, because
   * Flyway then waits until it does.
   */
  private boolean isCurrent() {
    try (Connection connection = dataSource.getConnection()) {
      return Migration.applied(connection, flyway.getConfiguration())
          .containsAll(Migration.ofThisRelease(flyway.getConfiguration()));
    } catch (SQLException notKnown) {
      return false;
    }
  }

  private void refusePending() {
    List<String> pending =
        Arrays.stream(flyway.info().pending()).map(MigrateSchema::versionOf).toList();
    if (!pending.isEmpty()) {
      throw new ConfigurationException(
          "The database schema lacks the migrations "
              + String.join(", ", pending)
              + ", and UKETSUKE_MIGRATE_AT_START is false: run this release with --job=migrate first");
    }
    flyway.validate();
  }

  private void migrate() {
    BuildOnPartitions migration = new BuildOnPartitions(flyway, pause);
    for (int attempt = 1; true; attempt++) {
      try {
        migration.migrate();
        return;
      } catch (FlywayException failure) {
        String state = stateOf(failure);
        if (READ_ONLY.equals(state)) {
          throw new ConfigurationException(
              "The schema cannot be migrated, because the database is read-only: let"
                  + " QUARKUS_DATASOURCE_JDBC_URL lead to the primary, and check whether"
                  + " default_transaction_read_only is on");
        }
        if (!LOCK_NOT_AVAILABLE.equals(state)) {
          throw failure;
        }
        if (attempt == ATTEMPTS) {
          throw new ConfigurationException(
              "A migration did not get its locks in "
                  + ATTEMPTS
                  + " attempts: find the long transaction in pg_stat_activity, end it, and start"
                  + " again");
        }
        LOG.warnf("A migration did not get its locks and is tried again: %s", failure.getMessage());
        pause.run();
        forgetFailure();
      }
    }
  }

  /** Removes Flyway's record of a failed script that did not run in a transaction. */
  private void forgetFailure() {
    if (Arrays.stream(flyway.info().all()).anyMatch(one -> one.getState().isFailed())) {
      flyway.repair();
    }
  }

  private static String stateOf(FlywayException failure) {
    return sqlCause(failure).map(SQLException::getSQLState).orElse(null);
  }

  private static Optional<SQLException> sqlCause(FlywayException failure) {
    return Stream.<Throwable>iterate(failure, cause -> cause != null, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .map(SQLException.class::cast)
        .findFirst();
  }

  private static String versionOf(MigrationInfo migration) {
    return String.valueOf(migration.getVersion());
  }

  private static void sleep() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The process was stopped while a migration waited.", stopped);
    }
  }
}
