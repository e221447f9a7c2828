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
 * Receives events of the warehouse from Kafka, contract §3.6.
 *
 * <p>Guarantee: a record is settled only when what came of it is committed. What cannot be read is
 * a dead letter. A good event never is: if its application cannot be had within a few seconds it is
 * kept in the inbox and tried again, and others go on. If not even that can be written, or the
 * database tells that the installation is at fault, the consumer pauses until that is healed.
 */
@Singleton
class WarehouseTopic implements TopicReader {

  private static final Logger LOG = Logger.getLogger(WarehouseTopic.class);

  /** With the lock time-out of two seconds: about four seconds for one record. */
  private static final int ATTEMPTS = 2;

  /**
   * Classes of SQLSTATE that tell of a missing right, table, column, database or log-in: no other
   * record would fare better.
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
        LOG.warnf("message at %s is no event: %s", DeadLetters.at(record), read.objection());
        deadLetters.put(record, read.objection());
        return Optional.empty();
      }
      return settle(read.event(), record);
    } catch (DatabaseException e) {
      return Optional.of(words(e));
    } catch (RuntimeException | StackOverflowError bug) {
      LOG.errorf(bug, "message at %s could not be received", DeadLetters.at(record));
      return Optional.of(bug.toString());
    }
  }

  private Optional<String> settle(WarehouseEvent event, ConsumerRecord<byte[], byte[]> record) {
    if (receiveEvent.isDeferred(event)) {
      receiveEvent.keep(event); // Its application cannot be had; waiting for it again helps nobody.
      return Optional.empty();
    }
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        receiveEvent.receive(event);
        return Optional.empty();
      } catch (DatabaseException e) {
        if (isInstallation(e) || e.failure() == DatabaseFailure.UNAVAILABLE) {
          return Optional.of(words(e));
        }
        LOG.warnf("event at %s: %s", DeadLetters.at(record), words(e));
      } catch (RuntimeException bug) {
        LOG.errorf(bug, "event at %s could not be applied", DeadLetters.at(record));
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

  /** The driver's text may quote what others sent, so the state has to do. */
  private static String words(DatabaseException e) {
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
