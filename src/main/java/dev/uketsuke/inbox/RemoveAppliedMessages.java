package dev.uketsuke.inbox;

import dev.uketsuke.jobs.OldRows;
import dev.uketsuke.jobs.RetentionStep;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Removes received messages after {@code UKETSUKE_INBOX_RETENTION} if they were applied. Messages
 * in other states are kept.
 */
@Singleton
public class RemoveAppliedMessages implements RetentionStep {

  private final InboxSettings settings;

  RemoveAppliedMessages(InboxSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "messagesAppliedRemoved";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    return OldRows.delete(
        connection,
        "inbox",
        "received_at",
        "state = 'APPLIED'",
        new OldRows.Due(now, settings.retention(), limit));
  }

  @Override
  public Optional<Oldest> oldest() {
    return Optional.of(
        new Oldest("inbox", "received_at", "state = 'APPLIED'", settings.retention()));
  }
}
