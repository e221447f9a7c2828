package dev.uketsuke.schema;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration;
import io.quarkus.arc.Unremovable;
import io.quarkus.flyway.FlywayConfigurationCustomizer;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.postgresql.Driver;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Gives Flyway connections with the driver properties of the pool, except for the socket time-out.
 *
 * <p>Guarantee: if the URL names several hosts, migrations run on the one that can be written to.
 * Without the pool's driver properties Flyway would connect to the first host and could not migrate
 * after a failover. The pool's socket time-out is left out, because it would end a long migration.
 */
@Singleton
@Unremovable
class MigrationConnection implements FlywayConfigurationCustomizer {

  private final AgroalDataSource pool;
  private final Optional<String> url;
  private final Optional<String> user;
  private final Optional<String> password;

  MigrationConnection(
      AgroalDataSource pool,
      @ConfigProperty(name = "quarkus.flyway.jdbc-url") Optional<String> url,
      @ConfigProperty(name = "quarkus.flyway.username") Optional<String> user,
      @ConfigProperty(name = "quarkus.flyway.password") Optional<String> password) {
    this.pool = pool;
    this.url = url;
    this.user = user;
    this.password = password;
  }

  @Override
  public void customize(FluentConfiguration configuration) {
    AgroalConnectionFactoryConfiguration driver =
        pool.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
    configuration.dataSource(
        dataSource(
            url.orElse(driver.jdbcUrl()),
            driver.jdbcProperties(),
            user.orElse(null),
            password.orElse(null)));
    lockOutsideTransactions(configuration);
  }

  /**
   * Makes Flyway hold its advisory lock outside a transaction. {@code CREATE INDEX CONCURRENTLY}
   * waits until all older transactions have ended, so it would wait forever for Flyway's own.
   */
  static void lockOutsideTransactions(FluentConfiguration configuration) {
    configuration
        .getPluginRegister()
        .getExact(PostgreSQLConfigurationExtension.class)
        .setTransactionalLock(false);
  }

  /** Returns a data source without a pool; parameters in the URL override the properties. */
  static PGSimpleDataSource dataSource(
      String url, Properties properties, String user, String password) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setUrl(url);
    Properties inUrl = Driver.parseURL(url, null);
    try {
      for (String name : properties.stringPropertyNames()) {
        if (!name.equals("socketTimeout") && (inUrl == null || !inUrl.containsKey(name))) {
          source.setProperty(name, properties.getProperty(name));
        }
      }
    } catch (SQLException unusable) {
      throw new IllegalStateException("A driver property of the pool is not valid", unusable);
    }
    source.setUser(user);
    source.setPassword(password);
    return source;
  }
}
