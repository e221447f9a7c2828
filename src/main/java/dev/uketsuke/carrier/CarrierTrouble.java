package dev.uketsuke.carrier;

import java.time.Duration;

/**
 * The carrier did not answer, or answered that it is unwell: nobody knows what it did. The circuit
 * breaker counts these.
 */
class CarrierTrouble extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Duration retryAfter;

  CarrierTrouble(String message, Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /** What it asks for; zero if nothing. */
  Duration retryAfter() {
    return retryAfter == null ? Duration.ZERO : retryAfter;
  }

  /** It was never reached, so it has done nothing, and this says nothing of the order. */
  static final class Unreached extends CarrierTrouble {
    private static final long serialVersionUID = 1L;

    Unreached(String message) {
      super(message, Duration.ZERO);
    }
  }
}
