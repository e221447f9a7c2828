package dev.uketsuke.settlement;

/** What two systems can report differently. */
public enum DiscrepancyKind {
  /** An order of unknown outcome was dropped, and the carrier has named no waybill for it. */
  UNKNOWN_BOOKING,
  /** Two applications have one waybill number. */
  SHARED_WAYBILL,
  /** Another waybill number was reported than the one that the application has. */
  CONTRADICTING_WAYBILL
}
