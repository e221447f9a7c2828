package dev.uketsuke.payments;

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

/**
 * Counts the payments that nobody has dealt with yet, for the people on call.
 *
 * <p>The database is asked each time, by an index, so that all instances report the same and a
 * restart forgets nothing. While it cannot be asked there is no value rather than a wrong one.
 */
@Singleton
class OpenPayments implements MeterBinder {

  private static final String COUNT = "SELECT count(*) FROM payment WHERE state = ?";

  private final Transactions transactions;

  OpenPayments(Transactions transactions) {
    this.transactions = transactions;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    for (PaymentState state : List.of(PaymentState.WAITING, PaymentState.UNMATCHED)) {
      Gauge.builder("uketsuke.payments.open", () -> count(state))
          .description("Payment events that wait, or fit nothing and are for a person")
          .tag("state", state.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  private double count(PaymentState state) {
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
