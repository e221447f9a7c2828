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
 * Orders waybills from the carrier (contract §3.7).
 *
 * <p>Guarantee: every attempt at an order has the same key and the same bytes. If the outcome of an
 * attempt is unknown, the carrier is asked, and a waybill that it has booked is recorded. No
 * waybill is ordered for an application that is refunded or has a number; if an earlier attempt may
 * have been booked, the carrier is asked about it for {@code UKETSUKE_CARRIER_ASK_FOR}. Parcels are
 * therefore not booked twice, and no booking gets lost. If an application is refunded during the
 * call, a waybill may still be booked; reconciliation lists it.
 */
@Singleton
class WaybillOrders implements Destination {

  private static final int PARALLEL = 8;
  private static final Duration MIN_PAUSE = Duration.ofSeconds(30);
  private static final Duration MAX_PAUSE = Duration.ofHours(1);

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

  /** Returns the time of two calls: one to order, and one to ask about the outcome. */
  @Override
  public Duration longest() {
    return calls.longest().multipliedBy(2);
  }

  /** Returns 1: a transaction decides whether the waybill is still needed. */
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
      String status = "The carrier answered " + answer.status();
      return switch (answer.orderResult()) {
        case BOOKED ->
            numbers
                .ordered(answer.body())
                .map(number -> application.booked(order, number))
                .orElseGet(() -> bookedOr(order, withoutNumber(answer, status)));
        case AMBIGUOUS -> bookedOr(order, Delivery.failed(status, answer.retryAfter()));
        case EXISTS -> bookedOr(order, existing(order, intent, answer));
        case REFUSED ->
            Delivery.refused(status + ", which refuses this order")
                .with(application.bookedNothing(order, intent));
        case NOT_NOW ->
            Delivery.unavailable(status, answer.retryAfter())
                .with(application.bookedNothing(order, intent));
        case TROUBLE -> bookedOr(order, Delivery.unavailable(status, answer.retryAfter()));
      };
    } catch (CarrierTrouble.Unreached away) {
      return Delivery.unavailable(away.getMessage(), away.retryAfter())
          .with(application.bookedNothing(order, intent));
    } catch (CarrierTrouble unknown) {
      return bookedOr(order, Delivery.unavailable(unknown.getMessage(), Duration.ZERO));
    }
  }

  /**
   * Returns the delivery for an answer that accepts the order without a number. If the answer is
   * not the carrier's JSON at all, the address may be wrong or a proxy may have answered, which is
   * no fault of the order.
   */
  private Delivery withoutNumber(CarrierAnswer answer, String status) {
    return numbers.isFromTheCarrier(answer.body())
        ? Delivery.failed(status + " without a waybill number")
        : Delivery.unavailable(
            status + " without a JSON object that can be read; check UKETSUKE_CARRIER_URL",
            Duration.ZERO);
  }

  /**
   * Returns the delivery for a 409 if the carrier names no waybill. With {@code Retry-After} the
   * carrier is still handling an earlier attempt; without it the carrier refuses the order.
   */
  private Delivery existing(OutboxMessage order, Intent intent, CarrierAnswer answer) {
    return answer.retryAfter().isZero()
        ? Delivery.refused("The carrier answered 409 and has no waybill for this application")
            .with(application.bookedNothing(order, intent))
        : Delivery.failed("The carrier answered 409", answer.retryAfter());
  }

  /**
   * Asks what the carrier has booked, and returns the delivery that records it; returns {@code
   * otherwise} if nothing is booked or there is no usable answer.
   */
  private Delivery bookedOr(OutboxMessage order, Delivery otherwise) {
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
   * Returns the delivery for an order that is no longer needed but may have been booked by an
   * earlier attempt. The order is closed when it is known what was booked, or when the carrier has
   * been asked for long enough.
   *
   * @param age how long ago the earlier attempt began
   */
  private Delivery withdraw(OutboxMessage order, String objection, Duration age) {
    try {
      Optional<List<String>> found = find(order);
      if (found.isEmpty()) {
        return Delivery.unavailable("The carrier does not say what it has booked");
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

  /** Returns the pause until the next question; it grows, and the last question ends the time. */
  private Duration pause(Duration age) {
    Duration growing = age.dividedBy(4);
    Duration bounded =
        growing.compareTo(MIN_PAUSE) < 0
            ? MIN_PAUSE
            : growing.compareTo(MAX_PAUSE) > 0 ? MAX_PAUSE : growing;
    Duration rest = askFor.minus(age);
    return bounded.compareTo(rest) > 0 ? rest : bounded;
  }

  /** Returns the numbers that the carrier has booked; empty if its answer cannot be read. */
  private Optional<List<String>> find(OutboxMessage order) {
    CarrierAnswer answer = calls.find(order.aggregateId());
    return answer.isAccepted() ? numbers.found(answer.body()) : Optional.empty();
  }

  private Delivery booked(OutboxMessage order, List<String> found) {
    return found.size() == 1
        ? application.booked(order, found.get(0))
        : Delivery.refused("The carrier has several waybills for this application");
  }
}
