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

/** Whether events are wanted, and their topic and source. */
@ConfigMapping(prefix = "uketsuke.events")
interface EventSettings {

  /**
   * Whether this installation wants events, and who publishes them, {@code UKETSUKE_EVENTS}: {@code
   * kafka}, {@code cdc} or {@code off}. The value is stored in the database and applies to all
   * instances. Without it a configured broker means {@code kafka}, unless another value is stored.
   */
  @WithParentName
  @WithConverter(Mode.class)
  Optional<EventMode> mode();

  /** The topic to which events are sent, {@code UKETSUKE_EVENTS_TOPIC}. */
  @WithDefault("application-events")
  @Pattern(
      regexp = "(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}",
      message = "must be 1 to 249 letters, digits, dots, underscores or hyphens")
  String topic();

  /**
   * The CloudEvents source of the events, {@code UKETSUKE_EVENTS_SOURCE}: a URI reference that
   * identifies this installation.
   */
  @WithDefault("/uketsuke")
  String source();

  /** Reads one of the three modes. */
  @RegisterForReflection
  final class Mode implements Converter<EventMode> {
    private static final long serialVersionUID = 1L;

    /** Is public because the configuration library calls it by reflection. */
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
