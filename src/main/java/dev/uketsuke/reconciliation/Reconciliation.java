package dev.uketsuke.reconciliation;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The items of all kinds at one moment, the oldest of each kind first.
 *
 * @param at the moment, by the database's clock
 */
@RegisterForReflection
@Schema(
    requiredProperties = {
      "at",
      "paidWithoutWaybill",
      "shippedWithoutWaybill",
      "refundedWithWaybill",
      "sharedWaybills",
      "contradictingWaybills",
      "unknownBookings",
      "pendingMessages",
      "parkedMessages",
      "unmatchedPayments",
      "waitingPayments",
      "contradictingPayments",
      "waitingEvents",
      "parkedEvents",
      "deadLetters",
      "unreadTopics"
    })
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
    Kind parkedEvents,
    Kind deadLetters,
    Kind unreadTopics) {

  /**
   * The items of one kind.
   *
   * @param more whether there are more items than are listed
   */
  @RegisterForReflection
  @Schema(
      name = "Discrepancies",
      requiredProperties = {"items", "more"})
  record Kind(List<Discrepancy> items, boolean more) {}
}
