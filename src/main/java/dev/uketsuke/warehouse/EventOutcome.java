package dev.uketsuke.warehouse;

/** The outcome of receiving an event. */
enum EventOutcome {
  /** The event took effect now, or the move that it reports had happened before. */
  APPLIED,
  /** The event was received before. */
  DUPLICATE,
  /** The event came too early and is kept. */
  WAITING,
  /** The event cannot be applied, and a person has to look at it. */
  PARKED;

  /** Checks whether the event took effect, now or when it was received before. */
  boolean tookEffect() {
    return switch (this) {
      case APPLIED, DUPLICATE -> true;
      case WAITING, PARKED -> false;
    };
  }
}
