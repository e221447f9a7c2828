package dev.uketsuke.http.wire;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.inject.Singleton;

/**
 * The memory that request bodies may take up together, whoever sends them and however slowly.
 *
 * <p>Guarantee: strangers use a quarter of it at the most, so that what they half send never keeps
 * out the submissions of callers that are known.
 */
@Singleton
class BodyMemory {
  private static final int PART_OF_HEAP = 8;
  private static final int PART_OF_STRANGERS = 4;

  private final MemoryShare strangers;
  private final MemoryShare callers;

  BodyMemory(WireSettings settings, MeterRegistry meters) {
    long all =
        settings
            .bodyMemory()
            .map(MemorySize::asLongValue)
            .orElse(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    this.strangers = new MemoryShare(all / PART_OF_STRANGERS);
    this.callers = new MemoryShare(all - all / PART_OF_STRANGERS);
    Gauge.builder("uketsuke.http.body.memory", () -> strangers.taken() + callers.taken())
        .description("Memory that request bodies take up, received in whole or in part")
        .baseUnit("bytes")
        .register(meters);
  }

  /** Returns the share of those who have shown a valid credential, or of all the others. */
  MemoryShare of(boolean known) {
    return known ? callers : strangers;
  }
}
