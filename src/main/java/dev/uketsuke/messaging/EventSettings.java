package dev.uketsuke.messaging;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What our events say of themselves. */
@ConfigMapping(prefix = "uketsuke.events")
interface EventSettings {

  /** The topic they go to, {@code UKETSUKE_EVENTS_TOPIC}. */
  @WithDefault("application-events")
  String topic();

  /**
   * The CloudEvents source, {@code UKETSUKE_EVENTS_SOURCE}: which installation speaks, a URI
   * reference.
   */
  @WithDefault("/uketsuke")
  String source();
}
