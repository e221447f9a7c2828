package dev.uketsuke.kafka;

import dev.uketsuke.inbox.InboxSettings;
import dev.uketsuke.jobs.OldRows;
import dev.uketsuke.jobs.RetentionStep;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/** Removes dead letters some time after they were received or settled; open ones are kept. */
@Singleton
class RemoveDeadLetters implements RetentionStep {

  private final InboxSettings settings;

  RemoveDeadLetters(InboxSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "deadLettersRemoved";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    return OldRows.delete(
        connection,
        "dead_letter",
        "settled_at",
        "state <> 'OPEN'",
        new OldRows.Due(now, settings.retention(), limit));
  }
}
