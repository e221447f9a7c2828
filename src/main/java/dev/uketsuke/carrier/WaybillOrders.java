package dev.uketsuke.carrier;

import dev.uketsuke.carrier.OrderedApplication.Intent;
import dev.uketsuke.outbox.Delivery;
import dev.uketsuke.outbox.Destination;
import dev.uketsuke.outbox.OutboxMessage;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Orders waybills from the carrier, contract §3.7.
 *
 * <p>Guarantee: every attempt for an application carries the same key and the same bytes. When the
 * outcome of an attempt is unknown, the carrier is asked before anything is ordered again, and what
 * it has booked is recorded. Nothing is ordered for an application that is refunded or has a
 * number; if an earlier attempt may have been booked, the carrier is asked about it for {@code
 * UKETSUKE_CARRIER_ASK_FOR}. Rules out a parcel booked twice, and a booking that nobody knows of. A
 * refund in the very moment of the call remains possible, and reconciliation lists it.
 */
@Singleton
class WaybillOrders implements Destination {

  private static final int PARALLEL = 8;
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(30);
  private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

  private final CarrierCalls calls;
  private final WaybillNumbers numbers;
  private final OrderedApplication application;
  private final Duration askFor;

  WaybillOrders(
      CarrierCalls calls,
      WaybillNumbers numbers,
      OrderedApplication application,
      CarrierSettings settings) {
    this.calls = calls;
    this.numbers = numbers;
    this.application = application;
    this.askFor = settings.askFor();
  }

  @Override
  public String aggregateType() {
    return "waybill";
  }

  @Override
  public boolean isConfigured() {
    return calls.isConfigured();
  }

  @Override
  public int batchSize() {
    return 1;
  }

  @Override
  public int parallel() {
    return PARALLEL;
  }

  /** One call to order, and one to ask what became of it. */
  @Override
  public Duration longest() {
    return calls.longest().multipliedBy(2);
  }

  /** One transaction decides whether the order is still wanted. */
  @Override
  public int transactions() {
    return 1;
  }

  @Override
  public List<Delivery> deliver(List<OutboxMessage> messages) {
    return messages.stream().map(this::deliver).toList();
  }

  private Delivery deliver(OutboxMessage order) {
    Intent intent = application.decide(order);
    if (intent.objection().isEmpty()) {
      return order(order, intent);
    }
    String objection = intent.objection().get();
    return intent
        .unknownFor()
        .map(age -> withdraw(order, objection, age))
        .orElseGet(() -> application.dropped(order, objection));
  }

  private Delivery order(OutboxMessage order, Intent intent) {
    try {
      CarrierAnswer answer = calls.order(order.id().toString(), order.payload());
      String said = "the carrier answered " + answer.status();
      return switch (answer.meaning()) {
        case BOOKED ->
            numbers
                .ordered(answer.body())
                .map(number -> application.booked(order, number))
                .orElseGet(
                    () -> settled(order, Delivery.failed(said + " without a waybill number")));
        case AMBIGUOUS -> settled(order, Delivery.failed(said, answer.retryAfter()));
        case EXISTS -> settled(order, existing(order, intent, answer));
        case REFUSED ->
            Delivery.refused(said + ", which refuses this order")
                .with(application.bookedNothing(order, intent));
        case NOT_NOW ->
            Delivery.unavailable(said, answer.retryAfter())
                .with(application.bookedNothing(order, intent));
        case TROUBLE -> settled(order, Delivery.unavailable(said, answer.retryAfter()));
      };
    } catch (CarrierTrouble.Unreached away) {
      return Delivery.unavailable(away.getMessage(), away.retryAfter())
          .with(application.bookedNothing(order, intent));
    } catch (CarrierTrouble unknown) {
      return settled(order, Delivery.unavailable(unknown.getMessage(), Duration.ZERO));
    }
  }

  /**
   * Returns what a conflict means when the carrier names no waybill: with Retry-After the first
   * attempt is still being worked on, without it the carrier will not take this order.
   */
  private Delivery existing(OutboxMessage order, Intent intent, CarrierAnswer answer) {
    return answer.retryAfter().isZero()
        ? Delivery.refused("the carrier answered 409, and knows of no waybill for this application")
            .with(application.bookedNothing(order, intent))
        : Delivery.failed("the carrier answered 409", answer.retryAfter());
  }

  /** Asks what the carrier has booked; if it has booked nothing, or does not say: otherwise. */
  private Delivery settled(OutboxMessage order, Delivery otherwise) {
    try {
      return find(order)
          .filter(found -> !found.isEmpty())
          .map(found -> booked(order, found))
          .orElse(otherwise);
    } catch (CarrierTrouble silent) {
      return otherwise;
    }
  }

  /**
   * Closes an order that nobody wants any more, once it is known what an earlier attempt has booked
   * or the carrier has been asked for long enough.
   *
   * @param age how long ago that attempt began
   */
  private Delivery withdraw(OutboxMessage order, String objection, Duration age) {
    try {
      Optional<List<String>> found = find(order);
      if (found.isEmpty()) {
        return Delivery.unavailable("the carrier does not say what it has booked");
      }
      if (!found.get().isEmpty()) {
        return booked(order, found.get());
      }
      return age.compareTo(askFor) >= 0
          ? application.droppedUnknown(order, objection, askFor)
          : Delivery.postponed(
              objection + "; an earlier attempt may still be booked, so the carrier is asked again",
              pause(age));
    } catch (CarrierTrouble silent) {
      return Delivery.unavailable(silent.getMessage(), silent.retryAfter());
    }
  }

  /** Asks often at first and rarely later, and for the last time when the time is over. */
  private Duration pause(Duration age) {
    Duration growing = age.dividedBy(4);
    Duration bounded =
        growing.compareTo(SHORTEST_PAUSE) < 0
            ? SHORTEST_PAUSE
            : growing.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : growing;
    Duration rest = askFor.minus(age);
    return bounded.compareTo(rest) > 0 ? rest : bounded;
  }

  /** Returns the numbers that the carrier has booked; empty if its answer does not say. */
  private Optional<List<String>> find(OutboxMessage order) {
    CarrierAnswer answer = calls.find(order.aggregateId());
    return answer.isAccepted() ? numbers.found(answer.body()) : Optional.empty();
  }

  private Delivery booked(OutboxMessage order, List<String> found) {
    return found.size() == 1
        ? application.booked(order, found.get(0))
        : Delivery.refused("the carrier has several waybills for this application");
  }
}
