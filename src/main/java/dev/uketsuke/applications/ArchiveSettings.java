package dev.uketsuke.applications;

import dev.uketsuke.startup.Limits;
import io.smallrye.config.ConfigMapping;
import java.time.Duration;
import java.util.Optional;

/** When final applications leave the tables of daily work. */
@ConfigMapping(prefix = "uketsuke")
interface ArchiveSettings {

  /**
   * How long after its last change a final application moves to the archive, {@code
   * UKETSUKE_ARCHIVE_AFTER}. Without it nothing is archived. Every request is answered as before,
   * except that lists and counts show archived applications only with {@code archived=true}. Set it
   * once all instances run this version.
   */
  Optional<@Limits(least = "PT1S", most = "P36500D") Duration> archiveAfter();
}
