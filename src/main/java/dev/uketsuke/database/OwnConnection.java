package dev.uketsuke.database;

import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration;
import io.agroal.api.security.AgroalSecurityProvider;
import java.security.Principal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/**
 * Opens connections that are configured like those of the pool but are not part of it.
 *
 * <p>Guarantee: neither the log-in nor a statement takes longer than the caller allows. Such a
 * connection is available even if all connections of the pool are in use.
 */
final class OwnConnection {

  private final AgroalConnectionFactoryConfiguration pool;

  OwnConnection(AgroalConnectionFactoryConfiguration pool) {
    this.pool = pool;
  }

  /**
   * Opens a connection.
   *
   * @param timeoutMillis how long each step may wait for the server, at least a second
   */
  Connection open(int timeoutMillis) throws SQLException {
    String seconds = Integer.toString(Math.max(1, timeoutMillis / 1000));
    Properties properties = new Properties();
    properties.putAll(pool.jdbcProperties());
    properties.setProperty(PGProperty.CONNECT_TIMEOUT.getName(), seconds);
    properties.setProperty(PGProperty.LOGIN_TIMEOUT.getName(), seconds);
    properties.setProperty(PGProperty.SOCKET_TIMEOUT.getName(), seconds);
    // Behind a pooler in transaction mode a prepared statement would stay in a session that other
    // clients use.
    properties.setProperty(PGProperty.PREPARE_THRESHOLD.getName(), "0");
    credentials().forEach(properties::putAll);
    Connection connection = new Driver().connect(pool.jdbcUrl(), properties);
    if (connection == null) {
      throw new SQLException("The JDBC URL is not one of PostgreSQL.");
    }
    return connection;
  }

  private List<Properties> credentials() {
    List<Object> secrets = new ArrayList<>();
    Principal principal = pool.principal();
    if (principal != null) {
      secrets.add(principal);
    }
    secrets.addAll(pool.credentials());
    return secrets.stream().map(this::asProperties).filter(Objects::nonNull).toList();
  }

  private Properties asProperties(Object secret) {
    for (AgroalSecurityProvider provider : pool.securityProviders()) {
      Properties properties = provider.getSecurityProperties(secret);
      if (properties != null) {
        return properties;
      }
    }
    return null;
  }
}
