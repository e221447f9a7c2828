package dev.uketsuke.startup;

import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.SmallRyeConfigBuilderCustomizer;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Knows the settings that the {@code …Settings} interfaces of all features declare.
 *
 * <p>The configuration library passes its builder to this class, and every mapping is registered
 * with that builder. The names of the settings therefore come from the mappings, and there is no
 * separate list that could be incomplete.
 */
public final class MappedSettings implements SmallRyeConfigBuilderCustomizer {
  private static final String OURS = "uketsuke.";
  private static volatile SmallRyeConfigBuilder seen = new SmallRyeConfigBuilder();

  /** Is public because the configuration library calls it by reflection. */
  public MappedSettings() {}

  /** Returns the latest place, so that all mappings have been registered. */
  @Override
  public int priority() {
    return Integer.MAX_VALUE;
  }

  @Override
  public void configBuilder(SmallRyeConfigBuilder builder) {
    if (!oursAmong(builder).isEmpty()) {
      seen = builder;
    }
  }

  /** Returns the mappings of all features; empty until the configuration has been built once. */
  static Collection<ConfigClass> mappings() {
    return oursAmong(seen);
  }

  private static Collection<ConfigClass> oursAmong(SmallRyeConfigBuilder builder) {
    return builder.getMappingsBuilder().getMappings().stream()
        .filter(mapping -> mapping.getType().getName().startsWith("dev.uketsuke."))
        .toList();
  }

  /** Returns the default of each setting by its property name; null if it has no default. */
  static Map<String, String> defaults(Collection<ConfigClass> mappings) {
    Map<String, String> defaults = new TreeMap<>();
    for (ConfigClass mapping : mappings) {
      mapping
          .getProperties()
          .forEach(
              (name, value) -> {
                if (name.startsWith(OURS) && !name.endsWith("[*]")) {
                  defaults.put(name, value);
                }
              });
    }
    return defaults;
  }

  /** Returns the name of the environment variable that sets a property. */
  static String variable(String property) {
    return property.equals("quarkus.http.port")
        ? "PORT"
        : property
            .replaceFirst("\\[\\d+]$", "")
            .replaceAll("[^A-Za-z0-9]", "_")
            .toUpperCase(Locale.ROOT);
  }
}
