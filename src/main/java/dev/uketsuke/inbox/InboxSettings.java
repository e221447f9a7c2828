package dev.uketsuke.inbox;

import dev.uketsuke.startup.DurationReading;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How long we recognise a message that was delivered before. */
@ConfigMapping(prefix = "uketsuke.inbox")
public interface InboxSettings {

  /**
   * How long the id of an applied message is remembered, {@code UKETSUKE_INBOX_RETENTION}: longer
   * than any sender may take to deliver again, and than the broker keeps messages.
   */
  @WithDefault("P7D")
  @WithConverter(Retention.class)
  Duration retention();

  /**
   * How long the start waits for the broker to say how long it keeps messages, {@code
   * UKETSUKE_INBOX_BROKER_TIMEOUT}; then it is not known, and the service starts.
   */
  @WithDefault("PT2S")
  @WithConverter(BrokerTimeout.class)
  Duration brokerTimeout();

  /** Bounded, for the start waits for it. */
  @RegisterForReflection
  final class BrokerTimeout extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public BrokerTimeout() {
      super("UKETSUKE_INBOX_BROKER_TIMEOUT", Duration.ofMillis(10), Duration.ofMinutes(1));
    }
  }

  /** From an hour on. */
  @RegisterForReflection
  final class Retention extends DurationReading {
    private static final long serialVersionUID = 1L;

    /** Called by the configuration library, by reflection; hence public. */
    public Retention() {
      super("UKETSUKE_INBOX_RETENTION", Duration.ofHours(1), Duration.ofDays(3650));
    }
  }
}
