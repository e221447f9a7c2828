package dev.uketsuke.applications;

import java.util.Locale;

/** Who moved an application, as its history tells. */
public enum Actor {
  /** The account that handed it in. */
  APPLICANT,
  /** A member of staff. */
  STAFF,
  /** The warehouse, by an event. */
  WAREHOUSE,
  /** The payment provider, by a callback. */
  PAYMENT,
  /** The service itself. */
  SYSTEM;

  /** The name in the history, for example {@code applicant}. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
