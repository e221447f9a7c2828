package dev.uketsuke.startup;

import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;

/** Says at the start which variables look like settings of the service and are none. */
@Singleton
class WarnOfIgnored {

  private static final Logger LOG = Logger.getLogger(WarnOfIgnored.class);

  void start(@Observes StartupEvent event) {
    for (String name : EnvironmentNames.ignored(System.getenv())) {
      LOG.warnf("%s is no setting of this service and has no effect", name);
    }
  }
}
