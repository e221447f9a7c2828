package dev.uketsuke.payments;

import dev.uketsuke.lists.ListQuery;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists payment events, newest first. */
@Singleton
class ListPayments {

  PaymentPage list(ListQuery<PaymentState> query) {
    String inState = query.state().isPresent() ? "state = :state and " : "";
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("before", query.before());
    query.state().ifPresent(value -> parameters.put("state", value));
    List<Payment> rows =
        Payment.<Payment>find(
                "from Payment where " + inState + "id < :before order by id desc", parameters)
            .range(0, query.limit())
            .list();
    return query.page(rows, Payment::view, Payment::id, PaymentPage::new);
  }
}
