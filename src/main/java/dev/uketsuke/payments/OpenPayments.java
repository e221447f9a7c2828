package dev.uketsuke.payments;

import dev.uketsuke.database.GaugeQuery;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;

/** Shows in metrics how many payment events wait or are for a person. */
@Singleton
class OpenPayments implements MeterBinder {

  private static final String COUNT = "SELECT count(*) FROM payment_record WHERE state = ?";

  private final GaugeQuery query;

  OpenPayments(GaugeQuery query) {
    this.query = query;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (PaymentState state : List.of(PaymentState.WAITING, PaymentState.UNMATCHED)) {
      Gauge.builder("uketsuke.payments.open", () -> query.value(COUNT, state.name()))
          .description("Payment events that came too early, or that a person has to settle")
          .tag("state", state.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }
}
