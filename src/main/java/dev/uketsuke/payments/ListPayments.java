package dev.uketsuke.payments;

import dev.uketsuke.applications.Cursor;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Lists payment events, newest first.
 *
 * <p>Guarantee: keyset pagination, so that a page costs the same at any depth and nothing is shown
 * twice or left out when new events come in between two pages.
 */
@Singleton
class ListPayments {

  private static final UUID BEYOND_ALL = new UUID(-1L, -1L);

  /**
   * Lists.
   *
   * @param state in which state; empty for any
   * @param limit at most so many
   * @param after the last id of the page before; empty for the first page
   */
  PaymentPage list(Optional<PaymentState> state, int limit, Optional<UUID> after) {
    String inState = state.isPresent() ? "state = :state and " : "";
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("after", after.orElse(BEYOND_ALL));
    state.ifPresent(value -> parameters.put("state", value));
    // One more than asked for tells whether there is a next page.
    List<Payment> rows =
        Payment.<Payment>find(
                "from Payment where " + inState + "id < :after order by id desc", parameters)
            .range(0, limit)
            .list();
    boolean more = rows.size() > limit;
    List<Payment> shown = more ? rows.subList(0, limit) : rows;
    return new PaymentPage(
        shown.stream().map(Payment::view).toList(),
        more ? Cursor.after(shown.get(shown.size() - 1).id()) : null);
  }
}
