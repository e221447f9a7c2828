package dev.uketsuke.settlement;

/** The kinds of discrepancies. */
public enum DiscrepancyKind {
  /** A waybill order of unknown outcome was dropped, and the carrier has not named a waybill. */
  UNKNOWN_BOOKING,
  /** Two applications have one waybill number. */
  SHARED_WAYBILL,
  /** A waybill number was reported that differs from the one that the application has. */
  CONTRADICTING_WAYBILL
}
