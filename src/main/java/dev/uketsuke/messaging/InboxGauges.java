package dev.uketsuke.messaging;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.Transactions;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import jakarta.inject.Singleton;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;
import java.util.Locale;

/** Counts the messages in that wait, or are for a person; asked of the database each time. */
@Singleton
class InboxGauges implements MeterBinder {

  private static final String COUNT =
      "SELECT count(*) FROM inbox WHERE state = ? AND state <> 'APPLIED'";

  private final Transactions transactions;

  InboxGauges(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (InboxState state : List.of(InboxState.WAITING, InboxState.PARKED)) {
      Gauge.builder("uketsuke.inbox.open", () -> count(state))
          .description("Messages in that wait, or fit nothing and are for a person")
          .tag("state", state.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private double count(InboxState state) {
    try {
      return transactions.run(
          connection -> {
            try (PreparedStatement select = connection.prepareStatement(COUNT)) {
              select.setString(1, state.name());
              try (ResultSet row = select.executeQuery()) {
                row.next();
                return (double) row.getLong(1);
              }
            }
          });
    } catch (DatabaseException unknown) {
      return Double.NaN;
    }
  }
}
