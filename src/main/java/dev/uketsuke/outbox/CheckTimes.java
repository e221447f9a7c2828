package dev.uketsuke.outbox;

import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Refuses to start if times of the relay contradict each other.
 *
 * <p>A lease must not end while its delivery is still going on, because two processes would then
 * send each message, and most results would be recorded too late to count. A delivery ends when its
 * result is recorded, so it includes the waits for database connections.
 */
@Singleton
class CheckTimes {

  private final RelaySettings settings;
  private final Duration connection;

  CheckTimes(
      RelaySettings settings,
      @ConfigProperty(name = "quarkus.datasource.jdbc.acquisition-timeout") Duration connection) {
    this.settings = settings;
    this.connection = connection;
  }

  /**
   * Returns how long one delivery takes at most, from the claim to the recorded result: the time of
   * the destination, and one wait for a connection for each transaction and for the record.
   */
  Duration longest(Destination destination) {
    return destination.longest().plus(connection.multipliedBy(destination.transactions() + 1L));
  }

  void start(@Observes StartupEvent event, @All List<Destination> destinations) {
    for (Destination destination : destinations) {
      Duration longest = longest(destination);
      if (destination.isConfigured() && settings.lease().compareTo(longest) <= 0) {
        throw new ConfigurationException(
            "UKETSUKE_RELAY_LEASE must be longer than the longest delivery to \""
                + destination.aggregateType()
                + "\" including its waits for database connections, "
                + longest
                + ", but is "
                + settings.lease());
      }
    }
    if (settings.backOffMost().compareTo(settings.backOff()) < 0) {
      throw new ConfigurationException(
          "UKETSUKE_RELAY_BACK_OFF_MOST must not be shorter than UKETSUKE_RELAY_BACK_OFF, "
              + settings.backOff()
              + ", but is "
              + settings.backOffMost());
    }
  }
}
