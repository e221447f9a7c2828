package dev.uketsuke.warehouse;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.kafka.DeadLetters;
import dev.uketsuke.kafka.TopicReader;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/**
 * Receives events of the warehouse from Kafka (contract §3.6).
 *
 * <p>Guarantee: a record counts as handled only after its outcome is committed. A record that
 * cannot be read becomes a dead letter; a valid event never does. If its application cannot be
 * locked within a few seconds, the event is kept in the inbox and tried again, while other events
 * go on. If the event cannot be stored, or the database reports a fault of the installation, the
 * consumer pauses until that is repaired.
 */
@Singleton
class WarehouseTopic implements TopicReader {

  private static final Logger LOG = Logger.getLogger(WarehouseTopic.class);

  /** With the lock time-out of two seconds, one record takes about four seconds at most. */
  private static final int ATTEMPTS = 2;

  /**
   * SQLSTATE classes of a missing right, table, column, database or log-in, with which every other
   * record would fail, too.
   */
  private static final Set<String> INSTALLATION = Set.of("28", "3D", "3F", "42");

  private final RecordReading reading;
  private final ReceiveEvent receiveEvent;
  private final DeadLetters deadLetters;
  private final String topic;
  private final String group;

  WarehouseTopic(
      RecordReading reading,
      ReceiveEvent receiveEvent,
      DeadLetters deadLetters,
      @ConfigProperty(name = "mp.messaging.incoming.warehouse-events.topic") String topic,
      @ConfigProperty(name = "mp.messaging.incoming.warehouse-events.group.id") String group) {
    this.reading = reading;
    this.receiveEvent = receiveEvent;
    this.deadLetters = deadLetters;
    this.topic = topic;
    this.group = group;
  }

  @Override
  public String topic() {
    return topic;
  }

  @Override
  public String group() {
    return group;
  }

  @Override
  public Optional<String> receive(ConsumerRecord<byte[], byte[]> record) {
    try {
      RecordReading.Result read = reading.read(record);
      if (read.event() == null) {
        LOG.warnf(
            "The record at %s is not a valid event and becomes a dead letter: %s",
            DeadLetters.at(record), read.objection());
        deadLetters.put(record, read.objection(), reading.applicationId(record));
        return Optional.empty();
      }
      return apply(read.event(), record);
    } catch (DatabaseException e) {
      return Optional.of(description(e));
    } catch (RuntimeException | StackOverflowError bug) {
      LOG.errorf(bug, "The record at %s could not be handled", DeadLetters.at(record));
      return Optional.of(bug.toString());
    }
  }

  private Optional<String> apply(WarehouseEvent event, ConsumerRecord<byte[], byte[]> record) {
    if (receiveEvent.isDeferred(event)) {
      receiveEvent.keep(event); // An earlier event of the application waits for the lock already.
      return Optional.empty();
    }
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        receiveEvent.receive(event);
        return Optional.empty();
      } catch (DatabaseException e) {
        if (isInstallation(e) || e.failure() == DatabaseFailure.UNAVAILABLE) {
          return Optional.of(description(e));
        }
        LOG.warnf("The event at %s was not applied: %s", DeadLetters.at(record), description(e));
      } catch (RuntimeException bug) {
        LOG.errorf(bug, "The event at %s could not be applied", DeadLetters.at(record));
        break;
      }
    }
    receiveEvent.keep(event);
    return Optional.empty();
  }

  private static boolean isInstallation(DatabaseException e) {
    SQLException cause = DatabaseFailure.sqlCause(e);
    String state = cause == null ? null : cause.getSQLState();
    return state != null && state.length() == 5 && INSTALLATION.contains(state.substring(0, 2));
  }

  /** Returns a text with the SQLSTATE; the driver's own text may quote contents of the event. */
  private static String description(DatabaseException e) {
    SQLException cause = DatabaseFailure.sqlCause(e);
    String state = cause == null ? "none" : cause.getSQLState();
    return "the database failed ("
        + e.failure()
        + ", SQLSTATE "
        + state
        + ")"
        + (isInstallation(e) ? "; check the rights of our role and the schema" : "");
  }
}
