package dev.uketsuke.database;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Which engine stands behind the JDBC URL, as far as statements have to differ. */
@ConfigMapping(prefix = "uketsuke.database")
public interface EngineSettings {

  /**
   * Which engine the database is, {@code UKETSUKE_DATABASE_ENGINE}: {@code postgresql}, or {@code
   * citus} for tables that are distributed over the nodes of a cluster (deploy/citus). With {@code
   * citus} a submission is three inserts in one transaction instead of one statement, and clean-up
   * goes bucket by bucket, so that each statement reaches one node. The answers are the same. All
   * instances have to agree only for speed.
   */
  @WithDefault("postgresql")
  Engine engine();

  /** The engines that need to be known. */
  enum Engine {
    /** PostgreSQL on one primary, with or without partitions, and what behaves like it. */
    POSTGRESQL,
    /** PostgreSQL with the extension Citus and distributed tables. */
    CITUS
  }
}
