package dev.uketsuke.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Whether a connection pooler stands between the service and PostgreSQL. */
@ConfigMapping(prefix = "uketsuke.database")
public interface PoolerSettings {

  /**
   * Which connection pooler the JDBC URL leads to, {@code UKETSUKE_DATABASE_POOLER}: {@code none},
   * or {@code transaction} for PgBouncer 1.18 or newer, and others like it, in transaction mode.
   * Such a pooler gives each transaction another session, so the service then sets its time limits
   * in each transaction and prepares no statements. Each unit of work takes three round trips
   * instead of one. Migrations need a session of their own: let {@code QUARKUS_FLYWAY_JDBC_URL}
   * lead to PostgreSQL itself.
   */
  @WithDefault("none")
  Pooler pooler();

  /** The kinds of pooler that the service distinguishes. */
  enum Pooler {
    /** None, or one that keeps a session for as long as its client is connected. */
    NONE,
    /** One that may give each transaction another session. */
    TRANSACTION
  }
}
