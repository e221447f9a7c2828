package dev.uketsuke.events;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import org.eclipse.microprofile.config.spi.Converter;

/** What our events say of themselves. */
@ConfigMapping(prefix = "uketsuke.events")
interface EventSettings {

  /**
   * Whether our relay publishes them, {@code UKETSUKE_EVENTS_RELAYED}; not where change data
   * capture does, see docs/scaling.md.
   */
  @WithDefault("true")
  boolean relayed();

  /** The topic they go to, {@code UKETSUKE_EVENTS_TOPIC}. */
  @WithDefault("application-events")
  @WithConverter(TopicName.class)
  String topic();

  /**
   * The CloudEvents source, {@code UKETSUKE_EVENTS_SOURCE}: which installation speaks, a URI
   * reference.
   */
  @WithDefault("/uketsuke")
  String source();

  /** What Kafka takes for one. */
  @RegisterForReflection
  final class TopicName implements Converter<String> {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public TopicName() {}

    @Override
    public String convert(String value) {
      if (value.matches("[A-Za-z0-9._-]{1,249}") && !value.matches("[.]{1,2}")) {
        return value;
      }
      throw new IllegalArgumentException(
          "UKETSUKE_EVENTS_TOPIC must be 1 to 249 letters, digits, dots, underscores or hyphens");
    }
  }
}
