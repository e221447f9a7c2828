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
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * The application that a waybill is ordered for: whether it still wants one, and what the order
 * leaves behind.
 *
 * <p>Guarantee: the carrier's number is recorded, because the carrier has booked it, and a person
 * is told of whatever contradicts it. An order that may have been booked is never dropped without a
 * trace. Rules out two parcels under one number, and a booking that nobody knows of.
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
   * What is to be done about an order.
   *
   * @param objection why nothing is to be ordered; empty if it is wanted
   * @param unknownFor how long ago the last attempt of unknown outcome began; empty if nothing can
   *     have been booked
   */
  record Intent(Optional<String> objection, Optional<Duration> unknownFor) {}

  /**
   * Decides whether to order, and if so records that the carrier is about to be called. The
   * transaction has ended before the carrier is called (P8).
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

  /** Parcels that are shipped or delivered by now were paid all the same, and need a number. */
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
      if (intent.unknownFor().isEmpty()) { // An earlier attempt may have booked all the same.
        attempts.forget(connection, order);
      }
      return Optional.empty();
    };
  }

  /** Closes an order of which nothing can have been booked. */
  Delivery dropped(OutboxMessage order, String objection) {
    return Delivery.dropped(
        objection,
        connection -> {
          noteMissing(connection, order, "No waybill was ordered: " + objection + ".");
          return Optional.empty();
        });
  }

  /** Closes an order that may have been booked, although the carrier knows of no waybill. */
  Delivery droppedUnknown(OutboxMessage order, String objection, Duration askedFor) {
    String detail =
        "Order "
            + order.id()
            + " was dropped because "
            + objection
            + ". An attempt had ended without an answer, and the carrier has named no waybill within "
            + askedFor
            + ". If the carrier has booked one all the same, call it off there.";
    return Delivery.dropped(
        objection + "; whether the carrier has booked a waybill is unknown",
        connection -> {
          discrepancies.record(connection, DiscrepancyKind.UNKNOWN_BOOKING, id(order), detail);
          noteMissing(connection, order, "No waybill is known of: " + objection + ".");
          attempts.forget(connection, order);
          return Optional.empty();
        });
  }

  /** Records the number that the carrier has booked. */
  Delivery booked(OutboxMessage order, String number) {
    return Delivery.sent(
        connection -> {
          attempts.forget(connection, order);
          return applications.recordWaybill(connection, id(order), Actor.SYSTEM, number);
        });
  }

  /** The history explains a missing number; where there is one, nothing is missing. */
  private void noteMissing(Connection connection, OutboxMessage order, String text)
      throws SQLException {
    boolean missing =
        applications.find(connection, id(order)).map(ApplicationLife::waybillNumber).isEmpty();
    if (missing) {
      applications.note(connection, id(order), Actor.SYSTEM, text);
    }
  }

  private static UUID id(OutboxMessage order) {
    return UUID.fromString(order.aggregateId());
  }
}
