package dev.uketsuke.carrier;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.ApplicationLife;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.outbox.Delivery;
import dev.uketsuke.outbox.OutboxMessage;
import dev.uketsuke.settlement.Discrepancies;
import dev.uketsuke.settlement.DiscrepancyKind;
import dev.uketsuke.settlement.HistoryReason;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Decides whether the application of a waybill order still needs a waybill, and records the result
 * of the order in the application.
 *
 * <p>Guarantee: a number that the carrier has booked is always recorded; contradictions are
 * recorded as discrepancies for a person. If an order is dropped that the carrier may have booked,
 * that is recorded as a discrepancy, too, so no booking gets lost.
 */
@Singleton
class OrderedApplication {

  private final Transactions transactions;
  private final Applications applications;
  private final WaybillAttempts attempts;
  private final Discrepancies discrepancies;

  OrderedApplication(
      Transactions transactions,
      Applications applications,
      WaybillAttempts attempts,
      Discrepancies discrepancies) {
    this.transactions = transactions;
    this.applications = applications;
    this.attempts = attempts;
    this.discrepancies = discrepancies;
  }

  /**
   * The decision on an order.
   *
   * @param objection why no waybill is needed; empty if one is needed
   * @param unknownFor how long ago the last attempt of unknown outcome began; empty if the carrier
   *     cannot have booked a waybill
   */
  record Intent(Optional<String> objection, Optional<Duration> unknownFor) {}

  /**
   * Decides whether to order a waybill, and if so records that the carrier will be called. The
   * transaction ends before the carrier is called (P8).
   */
  Intent decide(OutboxMessage order) {
    return transactions.run(
        connection -> {
          Optional<String> objection = objection(applications.find(connection, id(order)));
          if (objection.isPresent()) {
            return new Intent(objection, attempts.age(connection, order));
          }
          boolean unknown = attempts.begin(connection, order);
          return new Intent(objection, unknown ? Optional.of(Duration.ZERO) : Optional.empty());
        });
  }

  /**
   * Returns why no waybill is needed. SHIPPED and DELIVERED are no reason, because such parcels are
   * paid and need a number.
   */
  private static Optional<String> objection(Optional<ApplicationLife> found) {
    if (found.isEmpty()) {
      return Optional.of("there is no such application");
    }
    if (found.get().status() == ApplicationStatus.REFUNDED) {
      return Optional.of("the application is REFUNDED");
    }
    return Optional.ofNullable(found.get().waybillNumber())
        .map(number -> "the application has waybill " + number + " already");
  }

  /** Returns the effect of an answer which says that this attempt has booked nothing. */
  Delivery.Effect bookedNothing(OutboxMessage order, Intent intent) {
    return connection -> {
      if (intent.unknownFor().isEmpty()) { // Otherwise an earlier attempt may have been booked.
        attempts.forget(connection, order);
      }
      return Optional.empty();
    };
  }

  /**
   * Returns the delivery that drops an order for which the carrier cannot have booked a waybill.
   */
  Delivery dropped(OutboxMessage order, String objection) {
    return Delivery.dropped(
        objection,
        connection -> {
          noteMissing(connection, order, HistoryReason.NO_WAYBILL_ORDERED);
          return Optional.empty();
        });
  }

  /**
   * Returns the delivery that drops an order which the carrier may have booked without saying so.
   */
  Delivery droppedUnknown(OutboxMessage order, String objection, Duration askedFor) {
    String detail =
        "Order "
            + order.id()
            + " was dropped because "
            + objection
            + ". An attempt had ended without an answer, and the carrier has named no waybill within "
            + askedFor
            + ". If the carrier has booked one nevertheless, cancel it there.";
    return Delivery.dropped(
        objection + "; whether the carrier has booked a waybill is unknown",
        connection -> {
          discrepancies.record(connection, DiscrepancyKind.UNKNOWN_BOOKING, id(order), detail);
          noteMissing(connection, order, HistoryReason.NO_WAYBILL_KNOWN);
          attempts.forget(connection, order);
          return Optional.empty();
        });
  }

  /** Returns the delivery that records the number which the carrier has booked. */
  Delivery booked(OutboxMessage order, String number) {
    return Delivery.sent(
        connection -> {
          attempts.forget(connection, order);
          return applications.recordWaybill(connection, id(order), Actor.SYSTEM, number);
        });
  }

  /**
   * Adds a note that explains why the application has no waybill number, unless it has one. Then it
   * is refunded, because nothing else makes an order needless before there is a number.
   */
  private void noteMissing(Connection connection, OutboxMessage order, HistoryReason why)
      throws SQLException {
    boolean missing =
        applications.find(connection, id(order)).map(ApplicationLife::waybillNumber).isEmpty();
    if (missing) {
      applications.note(connection, id(order), Actor.SYSTEM, why.text());
    }
  }

  private static UUID id(OutboxMessage order) {
    return UUID.fromString(order.aggregateId());
  }
}
