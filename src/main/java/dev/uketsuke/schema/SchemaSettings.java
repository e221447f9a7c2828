package dev.uketsuke.schema;

import dev.uketsuke.startup.TrueOrFalse;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** Whether the service migrates the database schema itself. */
@ConfigMapping(prefix = "uketsuke")
interface SchemaSettings {

  /**
   * Whether the service migrates the schema when it starts, {@code UKETSUKE_MIGRATE_AT_START}. With
   * {@code false} it only starts if the schema is up to date; a process with {@code --job=migrate}
   * migrates it. The service's database role then needs no right to change the schema.
   */
  @WithDefault("true")
  @WithConverter(TrueOrFalse.class)
  boolean migrateAtStart();
}
