package dev.uketsuke.events;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.kafka.BrokerConnection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The event mode of the whole installation, which is stored in the database (docs/adr/0027).
 *
 * <p>Guarantee: all instances follow one mode, whatever each is configured with. The instance that
 * was started last with {@code UKETSUKE_EVENTS} decides; an instance with another value logs a
 * warning. A process without a broker and without that setting decides nothing, so it cannot remove
 * events which another instance is to publish.
 */
@Singleton
class AgreedEvents implements MeterBinder {

  private static final Logger LOG = Logger.getLogger(AgreedEvents.class);

  private static final long FRESH_NANOS = Duration.ofSeconds(5).toNanos();

  private static final String READ =
      "SELECT value, set_at FROM installation_setting WHERE name = 'events'";

  private static final String PROPOSE =
      """
      INSERT INTO installation_setting (name, value, set_at)
      VALUES ('events', ?, statement_timestamp())
      ON CONFLICT ON CONSTRAINT installation_setting_pkey DO NOTHING""";

  private static final String DECIDE =
      """
      UPDATE installation_setting SET value = ?, set_at = statement_timestamp()
      WHERE name = 'events' AND value <> ?""";

  private final Transactions transactions;
  private final Optional<EventMode> own;
  private final Optional<EventMode> proposed;
  private volatile boolean stored;
  private volatile long read;
  private volatile Optional<EventMode> known = Optional.empty();

  @Inject
  AgreedEvents(Transactions transactions, EventSettings settings, BrokerConnection broker) {
    this(transactions, settings.mode(), broker.isConfigured());
  }

  AgreedEvents(Transactions transactions, Optional<EventMode> own, boolean broker) {
    this.transactions = transactions;
    this.own = own;
    this.proposed = own.or(() -> broker ? Optional.of(EventMode.KAFKA) : Optional.empty());
  }

  /**
   * The stored mode.
   *
   * @param since the time when the mode was stored, by the database's clock
   */
  record Agreement(EventMode mode, Instant since) {}

  void start(@Observes StartupEvent event) {
    mode();
  }

  /**
   * Returns the mode of the installation, at most a few seconds old; empty if none is stored. If
   * the database cannot be asked, the last known mode is returned.
   */
  Optional<EventMode> mode() {
    if (!stored || System.nanoTime() - read > FRESH_NANOS) {
      refresh();
    }
    return known;
  }

  private synchronized void refresh() {
    try {
      Optional<EventMode> now =
          transactions.run(
              connection -> {
                if (!stored) {
                  store(connection);
                }
                return agreement(connection).map(Agreement::mode);
              });
      if (!now.equals(known) || !stored) {
        warnIfOverruled(now);
      }
      known = now;
      stored = true;
      read = System.nanoTime();
    } catch (DatabaseException away) {
      LOG.debugf("The event mode of the installation cannot be read: %s", away.getMessage());
    }
  }

  /** Returns the stored mode as the caller's transaction sees it; empty if none is stored. */
  Optional<Agreement> agreement(Connection connection) throws SQLException {
    return Sql.one(
        connection,
        READ,
        row ->
            new Agreement(
                EventMode.valueOf(row.getString(1).toUpperCase(Locale.ROOT)),
                row.getObject(2, OffsetDateTime.class).toInstant()));
  }

  private void store(Connection connection) throws SQLException {
    if (proposed.isPresent()) {
      Sql.update(connection, PROPOSE, word(proposed.get()));
    }
    if (own.isPresent() && Sql.update(connection, DECIDE, word(own.get()), word(own.get())) == 1) {
      LOG.warnf(
          "The event mode of this installation is now \"%s\", because this process was started with"
              + " UKETSUKE_EVENTS=%s; it was another mode before",
          word(own.get()), word(own.get()));
    }
  }

  private void warnIfOverruled(Optional<EventMode> agreed) {
    if (disagrees(agreed)) {
      LOG.warnf(
          "This process has UKETSUKE_EVENTS=%s, but the installation has the event mode \"%s\", which"
              + " it follows; give all instances the same value",
          word(own.get()), agreed.map(AgreedEvents::word).orElse("nothing"));
    }
  }

  private boolean disagrees(Optional<EventMode> agreed) {
    return own.isPresent() && !own.equals(agreed);
  }

  private static String word(EventMode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("uketsuke.events.disagreement", () -> disagrees(mode()) ? 1 : 0)
        .description("1 if UKETSUKE_EVENTS of this process differs from the installation's mode")
        .register(registry);
  }
}
