package dev.uketsuke.carrier;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.ApplicationLife;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.outbox.Delivery;
import dev.uketsuke.outbox.OutboxMessage;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;

/**
 * The application that a waybill is ordered for: whether it still wants one, and what the order
 * leaves in its history.
 *
 * <p>Guarantee: the carrier's number is taken, for the carrier has booked it; if another
 * application has the same, a person is told. Rules out two parcels that travel under one number
 * with nobody the wiser.
 */
@Singleton
class OrderedApplication {

  private final Transactions transactions;
  private final Applications applications;

  OrderedApplication(Transactions transactions, Applications applications) {
    this.transactions = transactions;
    this.applications = applications;
  }

  /**
   * Why nothing is to be ordered; empty unless the payment went back. Asked in a transaction of its
   * own, which has ended before the carrier is called (P8).
   */
  Optional<String> objection(OutboxMessage order) {
    Optional<ApplicationStatus> status =
        transactions.run(
            connection -> applications.find(connection, id(order)).map(ApplicationLife::status));
    // One that is shipped or delivered by now was paid all the same, and its parcels need a number.
    return status.filter(now -> now != ApplicationStatus.REFUNDED).isPresent()
        ? Optional.empty()
        : Optional.of(
            status.map(now -> "the application is " + now).orElse("there is no such application"));
  }

  /** The order is closed, and the history says why no number came. */
  Delivery dropped(OutboxMessage order, String objection) {
    return Delivery.dropped(
        objection,
        connection -> {
          applications.note(
              connection, id(order), Actor.SYSTEM, "No waybill was ordered: " + objection + ".");
          return Optional.empty();
        });
  }

  /** The carrier has booked this number. */
  Delivery booked(OutboxMessage order, String number) {
    UUID id = id(order);
    return Delivery.sent(
        connection -> {
          Optional<UUID> other = applications.otherWithWaybill(connection, id, number);
          applications.recordWaybill(connection, id, Actor.SYSTEM, number);
          return other.map(
              holder -> "the carrier has given the same waybill number to application " + holder);
        });
  }

  private static UUID id(OutboxMessage order) {
    return UUID.fromString(order.aggregateId());
  }
}
