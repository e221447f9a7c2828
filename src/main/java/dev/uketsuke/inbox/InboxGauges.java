package dev.uketsuke.inbox;

import dev.uketsuke.database.GaugeQuery;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Locale;

/** Shows in metrics how many received messages wait or are for a person. */
@Singleton
class InboxGauges implements MeterBinder {

  private static final String COUNT =
      "SELECT count(*) FROM inbox WHERE state = ? AND state <> 'APPLIED'";

  private final GaugeQuery query;

  InboxGauges(GaugeQuery query) {
    this.query = query;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (InboxState state : List.of(InboxState.WAITING, InboxState.PARKED)) {
      Gauge.builder("uketsuke.inbox.open", () -> query.value(COUNT, state.name()))
          .description("Received messages that wait, or that a person has to settle")
          .tag("state", state.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }
}
