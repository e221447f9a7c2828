package dev.uketsuke.http.wire;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.inject.Singleton;

/**
 * The memory that all request bodies may use together.
 *
 * <p>Guarantee: unauthenticated clients use at most a quarter of it, so bodies that they send
 * slowly or never finish cannot keep out the submissions of authenticated callers.
 */
@Singleton
class BodyMemory {
  private static final int PART_OF_HEAP = 8;
  private static final int PART_OF_UNAUTHENTICATED = 4;

  private final MemoryShare unauthenticated;
  private final MemoryShare authenticated;

  BodyMemory(WireSettings settings, MeterRegistry meters) {
    long all =
        settings
            .bodyMemory()
            .map(MemorySize::asLongValue)
            .orElse(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    this.unauthenticated = new MemoryShare(all / PART_OF_UNAUTHENTICATED);
    this.authenticated = new MemoryShare(all - all / PART_OF_UNAUTHENTICATED);
    Gauge.builder(
            "uketsuke.http.body.memory", () -> unauthenticated.taken() + authenticated.taken())
        .description("Memory that request bodies use, received in whole or in part")
        .baseUnit("bytes")
        .register(meters);
  }

  /** Returns the share of callers with a valid credential, or that of all other clients. */
  MemoryShare of(boolean known) {
    return known ? authenticated : unauthenticated;
  }
}
