package dev.uketsuke.messaging;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** What our events say of themselves. */
@ConfigMapping(prefix = "uketsuke.events")
interface EventSettings {

  /**
   * Whether our relay publishes them, {@code UKETSUKE_EVENTS_RELAYED}; not where change data
   * capture does, see docs/scaling.md.
   */
  @WithDefault("true")
  boolean relayed();

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
