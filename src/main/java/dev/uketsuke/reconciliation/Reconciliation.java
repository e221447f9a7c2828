package dev.uketsuke.reconciliation;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * All that is out of step at one moment, the oldest of each kind first.
 *
 * @param at of which moment, by the database's clock
 */
@RegisterForReflection
record Reconciliation(
    Instant at,
    Kind paidWithoutWaybill,
    Kind shippedWithoutWaybill,
    Kind refundedWithWaybill,
    Kind sharedWaybills,
    Kind contradictingWaybills,
    Kind unknownBookings,
    Kind pendingMessages,
    Kind parkedMessages,
    Kind unmatchedPayments,
    Kind waitingPayments,
    Kind contradictingPayments,
    Kind waitingEvents,
    Kind parkedEvents) {

  /**
   * One kind.
   *
   * @param more whether there are more than are listed
   */
  @RegisterForReflection
  @Schema(name = "Discrepancies")
  record Kind(List<Discrepancy> items, boolean more) {}
}
