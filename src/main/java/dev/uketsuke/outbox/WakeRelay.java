package dev.uketsuke.outbox;

import dev.uketsuke.jobs.WakeJob;
import jakarta.inject.Singleton;

/**
 * Has this process relay a message as soon as it is committed, instead of at the next look of the
 * schedule, which remains for what is missed.
 */
@Singleton
public class WakeRelay {

  private final WakeJob wakeJob;

  WakeRelay(WakeJob wakeJob) {
    this.wakeJob = wakeJob;
  }

  /**
   * Wakes.
   *
   * @param aggregateType of a message that is committed by now
   */
  public void wake(String aggregateType) {
    wakeJob.wake(RelayTo.name(aggregateType));
  }
}
