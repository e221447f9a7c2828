package dev.uketsuke.startup;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/**
 * Logs a warning at the start for each environment variable that begins with {@code UKETSUKE_} and
 * is not a setting.
 */
@Singleton
class WarnOfIgnored {

  private static final Logger LOG = Logger.getLogger(WarnOfIgnored.class);

  void start(@Observes StartupEvent event) {
    for (String name : EnvironmentNames.ofThisService().ignored(System.getenv())) {
      LOG.warnf("%s is not a setting of this service and has no effect", name);
    }
  }
}
