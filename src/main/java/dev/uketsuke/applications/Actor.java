package dev.uketsuke.applications;

import java.util.Locale;

/** Who made a move or a note, as the history shows it. */
public enum Actor {
  /** The account that submitted the application. */
  APPLICANT,
  /** A member of staff. */
  STAFF,
  /** The warehouse, by an event. */
  WAREHOUSE,
  /** The payment provider, by a callback. */
  PAYMENT,
  /** The service itself. */
  SYSTEM;

  /** Returns the name in the history, for example {@code applicant}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
