package dev.uketsuke.startup;

import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.SmallRyeConfigBuilderCustomizer;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Remembers which settings the {@code ...Settings} of all features declare.
 *
 * <p>The configuration library hands its builder to this class, and every mapping is registered
 * with that builder. The names of the settings therefore come from the mappings themselves, and no
 * list has to be kept beside them.
 */
public final class MappedSettings implements SmallRyeConfigBuilderCustomizer {
  private static final String OURS = "uketsuke.";
  private static volatile SmallRyeConfigBuilder seen = new SmallRyeConfigBuilder();

  /** Made by the configuration library, by reflection; hence public. */
  public MappedSettings() {}

  /** Late, when others have registered the mappings. */
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

  /** Returns the mappings of all features; none before the configuration was first built. */
  static Collection<ConfigClass> mappings() {
    return oursAmong(seen);
  }

  private static Collection<ConfigClass> oursAmong(SmallRyeConfigBuilder builder) {
    return builder.getMappingsBuilder().getMappings().stream()
        .filter(mapping -> mapping.getType().getName().startsWith("dev.uketsuke."))
        .toList();
  }

  /** Returns the default of each of our settings by its property name; null where there is none. */
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
