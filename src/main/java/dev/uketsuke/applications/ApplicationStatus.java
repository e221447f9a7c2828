package dev.uketsuke.applications;

import java.util.EnumSet;
import java.util.Set;

/**
 * Where an application stands, and the one table of allowed moves.
 *
 * <p>The moves have no way back, so each status is reached at most once.
 */
public enum ApplicationStatus {
  /** Handed in and recorded; the applicant may cancel. */
  ACCEPTED,
  /** The parcels passed the warehouse check; the applicant may cancel. */
  WAREHOUSE_CHECKED,
  /** The fee is fixed and may be paid; the applicant may cancel. */
  FEE_CONFIRMED,
  /** The fee is paid; the applicant can only ask staff for a refund. */
  PAID,
  /** Handed to the carrier; the applicant can only wait. */
  SHIPPED,
  /** At the recipient; the applicant need do nothing more. */
  DELIVERED,
  /** Given up before payment; the applicant may hand in a new application. */
  CANCELLED,
  /** The payment went back; the applicant may hand in a new application. */
  REFUNDED;

  /** The statuses that may follow this one directly; empty for a final status. */
  public Set<ApplicationStatus> next() {
    return switch (this) {
      case ACCEPTED -> EnumSet.of(WAREHOUSE_CHECKED, CANCELLED);
      case WAREHOUSE_CHECKED -> EnumSet.of(FEE_CONFIRMED, CANCELLED);
      case FEE_CONFIRMED -> EnumSet.of(PAID, CANCELLED);
      case PAID -> EnumSet.of(SHIPPED, REFUNDED);
      case SHIPPED -> EnumSet.of(DELIVERED);
      case DELIVERED, CANCELLED, REFUNDED -> EnumSet.noneOf(ApplicationStatus.class);
    };
  }
}
