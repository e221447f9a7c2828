package dev.uketsuke.payments;

import dev.uketsuke.database.TimeLimited;
import dev.uketsuke.lists.ListQuery;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;

/** Lists payment events and contradictions, newest first. */
@Singleton
class ListPayments {

  /** Returns one page of the events that match the filter. */
  @TimeLimited
  PaymentPage list(PaymentFilter filter, ListQuery<PaymentState> query) {
    Map<String, Object> parameters = filter.parameters();
    parameters.put("before", query.before());
    String where = filter.isEmpty() ? "" : filter.where() + " and ";
    List<Payment> rows =
        Payment.<Payment>find(
                "from Payment where " + where + "id < :before order by id desc", parameters)
            .range(0, query.limit())
            .list();
    return query.page(rows, Payment::view, Payment::id, PaymentPage::new);
  }
}
