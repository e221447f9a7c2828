package dev.uketsuke.payments;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.settlement.SettlementOutcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Settles by hand many payment events with one note.
 *
 * <p>Guarantee: each event is settled in a transaction of its own, by the same rules as one alone.
 * So a run that breaks off has settled some and left the others open, and running it again goes on
 * from there.
 */
@Singleton
class SettlePayments {

  /** A request must end while somebody waits for it. */
  static final int MOST = 100;

  private static final String OPEN =
      "select id from Payment where (state = WAITING or state = UNMATCHED) and ";

  private final SettlePayment settlePayment;

  SettlePayments(SettlePayment settlePayment) {
    this.settlePayment = settlePayment;
  }

  /**
   * What was done.
   *
   * @param settled how many events were settled now
   * @param more whether there are more that fit the filter
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Schema(name = "SettledPayments")
  record Settled(
      @Schema(required = true, description = "How many were settled now.") int settled,
      @Schema(required = true, description = "Whether more fit the filter: send it again.")
          boolean more) {}

  /**
   * Settles the open events that fit the filter, the oldest first.
   *
   * @param filter not empty
   * @param note what the person has to say
   */
  Settled settle(PaymentFilter filter, String note) {
    Map<String, Object> parameters = filter.parameters();
    List<UUID> open =
        Payment.find(OPEN + filter.where() + " order by id", parameters)
            .project(UUID.class)
            .range(0, MOST)
            .list();
    int settled = 0;
    for (UUID id : open.subList(0, Math.min(MOST, open.size()))) {
      settled +=
          settlePayment.settle(id, note).equals(Optional.of(SettlementOutcome.SETTLED)) ? 1 : 0;
    }
    return new Settled(settled, open.size() > MOST);
  }
}
