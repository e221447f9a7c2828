package dev.uketsuke.applications;

import java.util.EnumSet;
import java.util.Set;

/**
 * The status of an application, and the table of allowed moves (contract §3.4).
 *
 * <p>No move leads back, so an application reaches each status at most once.
 */
public enum ApplicationStatus {
  /** The application is recorded; the applicant may cancel. */
  ACCEPTED,
  /** The parcels passed the warehouse check; the applicant may cancel. */
  WAREHOUSE_CHECKED,
  /** The fee is fixed and may be paid; the applicant may cancel. */
  FEE_CONFIRMED,
  /** The fee is paid; the applicant can only ask staff for a refund. */
  PAID,
  /** The carrier has the parcels; the applicant can only wait. */
  SHIPPED,
  /** The recipient has the parcels; the applicant has nothing more to do. */
  DELIVERED,
  /** The application was cancelled before payment; the applicant may submit a new one. */
  CANCELLED,
  /** The payment was refunded; the applicant may submit a new application. */
  REFUNDED;

  /** Returns the statuses that may follow this one directly; empty for a final status. */
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
