package dev.uketsuke.outbox;

import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Refuses to start with times that cannot go together.
 *
 * <p>Rules out a lease that ends while its delivery is still under way: every message would be sent
 * by two, and most results would come too late to count.
 */
@Singleton
class CheckTimes {

  void start(
      @Observes StartupEvent event, RelaySettings settings, @All List<Destination> destinations) {
    for (Destination destination : destinations) {
      if (destination.isConfigured() && settings.lease().compareTo(destination.longest()) <= 0) {
        throw new ConfigurationException(
            "UKETSUKE_RELAY_LEASE must be longer than one delivery to \""
                + destination.aggregateType()
                + "\" can take, "
                + destination.longest()
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
