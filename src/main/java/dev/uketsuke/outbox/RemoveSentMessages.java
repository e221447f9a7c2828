package dev.uketsuke.outbox;

import dev.uketsuke.jobs.OldRows;
import dev.uketsuke.jobs.RetentionStep;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/** Removes sent messages after {@code UKETSUKE_OUTBOX_RETENTION}. */
@Singleton
class RemoveSentMessages implements RetentionStep {

  private final OutboxSettings settings;

  RemoveSentMessages(OutboxSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "messagesSentRemoved";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    return OldRows.delete(
        connection,
        "outbox",
        "sent_at",
        "sent_at IS NOT NULL",
        new OldRows.Due(now, settings.retention(), limit));
  }

  @Override
  public Optional<Oldest> oldest() {
    return Optional.of(
        new Oldest("outbox", "sent_at", "sent_at IS NOT NULL", settings.retention()));
  }
}
