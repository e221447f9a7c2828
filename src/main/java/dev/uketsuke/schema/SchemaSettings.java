package dev.uketsuke.schema;

import dev.uketsuke.startup.TrueOrFalse;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/** Who brings the schema up to date. */
@ConfigMapping(prefix = "uketsuke")
interface SchemaSettings {

  /**
   * Whether the service migrates the schema when it starts, {@code UKETSUKE_MIGRATE_AT_START}. With
   * {@code false} it starts on a current schema only, and {@code --job=migrate} brings the schema
   * up to date; its database role then needs no right to change the schema.
   */
  @WithDefault("true")
  @WithConverter(TrueOrFalse.class)
  boolean migrateAtStart();
}
