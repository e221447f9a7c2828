package dev.uketsuke.events;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;
import jakarta.validation.constraints.Pattern;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.microprofile.config.spi.Converter;

/** Whether events are wanted, and what they say of themselves. */
@ConfigMapping(prefix = "uketsuke.events")
interface EventSettings {

  /**
   * Whether this installation wants events, and who publishes them, {@code UKETSUKE_EVENTS}: {@code
   * kafka}, {@code cdc} or {@code off}. It holds for all instances. Without it a configured broker
   * means {@code kafka}, unless the installation has decided otherwise.
   */
  @WithParentName
  @WithConverter(Mode.class)
  Optional<EventMode> mode();

  /** The topic that they go to, {@code UKETSUKE_EVENTS_TOPIC}. */
  @WithDefault("application-events")
  @Pattern(
      regexp = "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}",
      message = "must be 1 to 249 letters, digits, dots, underscores or hyphens")
  String topic();

  /**
   * The CloudEvents source, {@code UKETSUKE_EVENTS_SOURCE}: which installation speaks, a URI
   * reference.
   */
  @WithDefault("/uketsuke")
  String source();

  /** One of the three words. */
  @RegisterForReflection
  final class Mode implements Converter<EventMode> {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Mode() {}

    @Override
    public EventMode convert(String value) {
      return Arrays.stream(EventMode.values())
          .filter(mode -> mode.name().equals(value.strip().toUpperCase(Locale.ROOT)))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("must be kafka, cdc or off"));
    }
  }
}
