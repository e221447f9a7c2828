package dev.uketsuke.http.wire;

import dev.uketsuke.startup.Limits;
import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** How much memory and time, and how many connections, clients may use. */
@ConfigMapping(prefix = "uketsuke.http")
public interface WireSettings {

  /**
   * How much memory request bodies may use together, {@code UKETSUKE_HTTP_BODY_MEMORY}, for example
   * {@code 64M}; an eighth of the heap by default. A quarter of it is for clients that are not
   * authenticated. When it is used up, further bodies are refused with 503.
   */
  Optional<MemorySize> bodyMemory();

  /**
   * How long a client may take to send a body, {@code UKETSUKE_HTTP_BODY_TIMEOUT}, from a second to
   * an hour. A phone on a bad network needs seconds for 64 KiB.
   */
  @WithDefault("PT30S")
  @Limits(least = "PT1S", most = "PT1H")
  Duration bodyTimeout();

  /**
   * How long a client may take to send the head of a request once it has begun, {@code
   * UKETSUKE_HTTP_HEAD_TIMEOUT}, from a second to an hour.
   */
  @WithDefault("PT10S")
  @Limits(least = "PT1S", most = "PT1H")
  Duration headTimeout();

  /**
   * How many connections are held open, {@code UKETSUKE_HTTP_CONNECTIONS}, at least 16; a quarter
   * of the heap divided by 24 KiB by default. When there are more, the connection that has waited
   * longest for its client is closed.
   */
  Optional<@Limits(least = "16", most = "1000000") Integer> connections();
}
