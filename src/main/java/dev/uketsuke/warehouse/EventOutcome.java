package dev.uketsuke.warehouse;

/** What became of a delivery of an event. */
enum EventOutcome {
  /** It took effect now, or what it tells had happened already. */
  APPLIED,
  /** It was delivered before, and decided or kept then. */
  DUPLICATE,
  /** It came too early. */
  WAITING,
  /** It fits nothing, and is for a person. */
  PARKED;

  /** Whether there is nothing left to come of it, as far as this delivery tells. */
  boolean tookEffect() {
    return switch (this) {
      case APPLIED, DUPLICATE -> true;
      case WAITING, PARKED -> false;
    };
  }
}
