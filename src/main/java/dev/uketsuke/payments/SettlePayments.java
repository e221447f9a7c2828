package dev.uketsuke.payments;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.database.TimeLimited;
import dev.uketsuke.settlement.SettlementOutcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Settles many payment events with one note.
 *
 * <p>Guarantee: each event is settled in a transaction of its own, by the rules of {@link
 * SettlePayment}. If a request fails midway, some events are settled and the others stay open; a
 * repeated request settles the rest.
 */
@Singleton
class SettlePayments {

  /**
   * The greatest number of events in one request, so that the client does not wait for too long.
   */
  static final int MAX_EVENTS = 100;

  private static final String OPEN =
      "select id from Payment where (state = WAITING or state = UNMATCHED) and ";

  private final SettlePayment settlePayment;

  SettlePayments(SettlePayment settlePayment) {
    this.settlePayment = settlePayment;
  }

  /**
   * The result of a request.
   *
   * @param settled the number of events that were settled now
   * @param more whether more open events match the filter
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Schema(name = "SettledPayments")
  record Settled(
      @Schema(required = true, description = "The number of events that were settled now.")
          int settled,
      @Schema(
              required = true,
              description = "Whether more events match the filter; if so, send the request again.")
          boolean more) {}

  /**
   * Settles the open events that match a filter, the oldest first.
   *
   * @param filter a filter with at least one condition
   * @param note the person's note
   */
  Settled settle(PaymentFilter filter, String note) {
    List<UUID> open = open(filter);
    int settled = 0;
    for (UUID id : open.subList(0, Math.min(MAX_EVENTS, open.size()))) {
      settled +=
          settlePayment.settle(id, note).equals(Optional.of(SettlementOutcome.SETTLED)) ? 1 : 0;
    }
    return new Settled(settled, open.size() > MAX_EVENTS);
  }

  /** Returns the ids of open events that fit the filter, the oldest first, one more than fit. */
  @TimeLimited
  static List<UUID> open(PaymentFilter filter) {
    return Payment.find(OPEN + filter.where() + " order by id", filter.parameters())
        .project(UUID.class)
        .range(0, MAX_EVENTS)
        .list();
  }
}
