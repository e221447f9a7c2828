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
 * Refuses to start with times that cannot go together.
 *
 * <p>Rules out a lease that ends while its delivery is still under way: two processes would then
 * send every message, and most results would come too late to count. A delivery is over when its
 * result is recorded, so the waits for a database connection belong to it.
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
   * Returns how long one delivery takes at most, from the claim to the recorded result: the
   * delivery itself, and a wait for a connection for each of its transactions and for the record.
   */
  Duration longest(Destination destination) {
    return destination.longest().plus(connection.multipliedBy(destination.transactions() + 1L));
  }

  void start(@Observes StartupEvent event, @All List<Destination> destinations) {
    for (Destination destination : destinations) {
      Duration longest = longest(destination);
      if (destination.isConfigured() && settings.lease().compareTo(longest) <= 0) {
        throw new ConfigurationException(
            "UKETSUKE_RELAY_LEASE must be longer than one delivery to \""
                + destination.aggregateType()
                + "\" can take with its waits for a database connection, "
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
