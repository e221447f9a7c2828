package dev.uketsuke.kafka;

import com.fasterxml.uuid.Generators;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Records in the database which topics this process leaves unread, so that reconciliation lists
 * them whichever process is asked (docs/adr/0033).
 *
 * <p>Guarantee: a topic is listed while nothing of it is settled for longer than {@code
 * UKETSUKE_KAFKA_UNREAD_AFTER} although there is something to read, and from the same moment for as
 * long as that lasts. It does not depend on the consumer's thread or on scheduled jobs.
 */
@Singleton
class RecordUnreadTopics {

  private static final Logger LOG = Logger.getLogger(RecordUnreadTopics.class);
  private static final long LONGEST_PAUSE_MILLIS = Duration.ofSeconds(30).toMillis();

  static final String RECORD =
      """
      INSERT INTO unread_topic (id, topic, records, trouble, since, seen_at)
      VALUES (?, ?, ?, ?, statement_timestamp() - make_interval(secs => ?), statement_timestamp())
      ON CONFLICT ON CONSTRAINT unread_topic_pkey DO UPDATE
      SET records = EXCLUDED.records, trouble = EXCLUDED.trouble, seen_at = EXCLUDED.seen_at""";

  static final String REMOVE = "DELETE FROM unread_topic WHERE id = ?";

  /** Rows of processes that have ended. */
  static final String REMOVE_OLD =
      "DELETE FROM unread_topic WHERE seen_at < statement_timestamp() - interval '1 day'";

  private final ConsumeTopics topics;
  private final Transactions transactions;
  private final Duration unreadAfter;

  /** By topic the id under which this process has recorded it. */
  private final Map<String, UUID> recorded = new HashMap<>();

  private ScheduledExecutorService clock;

  RecordUnreadTopics(ConsumeTopics topics, Transactions transactions, KafkaSettings settings) {
    this.topics = topics;
    this.transactions = transactions;
    this.unreadAfter = settings.unreadAfter();
  }

  void start(@Observes StartupEvent event) {
    if (topics.consumes()) {
      long pause = Math.min(LONGEST_PAUSE_MILLIS, Math.max(1, unreadAfter.toMillis()));
      clock =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread thread = new Thread(task, "unread-topics");
                thread.setDaemon(true);
                return thread;
              });
      clock.scheduleWithFixedDelay(this::look, pause, pause, TimeUnit.MILLISECONDS);
    }
  }

  void stop(@Observes ShutdownEvent event) {
    if (clock != null) {
      clock.shutdownNow();
    }
  }

  private void look() {
    for (ConsumeTopics.Unread each : topics.unread()) {
      try {
        boolean unread = each.stalledSeconds() >= unreadAfter.toMillis() / 1000.0;
        if (unread) {
          record(each);
        } else if (recorded.containsKey(each.topic())) {
          transactions.run(c -> Sql.update(c, REMOVE, recorded.get(each.topic())));
          recorded.remove(each.topic());
        }
      } catch (DatabaseException e) {
        LOG.debugf("whether %s stands unread could not be recorded: %s", each.topic(), e.failure());
      } catch (RuntimeException bug) {
        LOG.errorf(bug, "whether %s stands unread could not be recorded", each.topic());
      }
    }
  }

  private void record(ConsumeTopics.Unread topic) {
    UUID id =
        recorded.computeIfAbsent(
            topic.topic(), any -> Generators.timeBasedEpochGenerator().generate());
    transactions.run(connection -> record(connection, id, topic));
  }

  private static int record(Connection connection, UUID id, ConsumeTopics.Unread topic)
      throws SQLException {
    Sql.update(connection, REMOVE_OLD);
    return Sql.update(
        connection,
        RECORD,
        parameters ->
            parameters
                .add(id)
                .add(topic.topic())
                .add(Long.valueOf(topic.records()))
                .add(topic.trouble())
                .add(topic.stalledSeconds()));
  }
}
