package dev.uketsuke.carrier;

import java.time.Duration;

/** The carrier gave no answer that can be used, so it is unknown what it did. */
class CarrierTrouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Duration retryAfter;

  CarrierTrouble(String message, Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /** Returns how long it wants to be left alone; zero if it does not say. */
  Duration retryAfter() {
    return retryAfter == null ? Duration.ZERO : retryAfter;
  }

  /** The carrier was not reached, so it has done nothing. */
  static final class Unreached extends CarrierTrouble {
    private static final long serialVersionUID = 1L;

    Unreached(String message) {
      super(message, Duration.ZERO);
    }
  }
}
