package dev.uketsuke.warehouse;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.inbox.CloudEventReading;
import dev.uketsuke.kafka.DeadLetters;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jboss.logging.Logger;

/**
 * Events of the warehouse from Kafka, contract §3.6.
 *
 * <p>Guarantee: the offset is committed after the event is, so nothing is lost and the inbox takes
 * care of what comes twice. What cannot be read goes to the dead letters at once, what fails time
 * and again after its attempts; neither holds up what follows, and nothing that comes ends the
 * consumer. While the database is away nothing goes there: the consumer waits.
 */
@ApplicationScoped
class WarehouseTopic {

  private static final Logger LOG = Logger.getLogger(WarehouseTopic.class);
  private static final int ATTEMPTS = 5;
  private static final long PAUSE_MILLIS = 200;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;
  private static final int DOUBLINGS = 10;

  private final CloudEventReading cloudEvents;
  private final WarehouseEventReading reading;
  private final ReceiveEvent receiveEvent;
  private final DeadLetters deadLetters;
  private volatile boolean stopping;

  WarehouseTopic(
      CloudEventReading cloudEvents,
      WarehouseEventReading reading,
      ReceiveEvent receiveEvent,
      DeadLetters deadLetters) {
    this.cloudEvents = cloudEvents;
    this.reading = reading;
    this.receiveEvent = receiveEvent;
    this.deadLetters = deadLetters;
  }

  void stop(@Observes ShutdownEvent event) {
    stopping = true;
  }

  /**
   * Done when the event is committed, or put aside. Never done if we stop before: then the record
   * is delivered again, to whoever comes next.
   */
  @Incoming("warehouse-events")
  @Blocking
  Uni<Void> receive(ConsumerRecord<byte[], byte[]> record) {
    try {
      return isSettled(record) ? Uni.createFrom().voidItem() : Uni.createFrom().nothing();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Uni.createFrom().nothing();
    }
  }

  private boolean isSettled(ConsumerRecord<byte[], byte[]> record) throws InterruptedException {
    try {
      return isApplied(read(record), record);
    } catch (NoEvent poison) {
      LOG.warnf("message at %s is no event: %s", DeadLetters.at(record), poison.getMessage());
      return deadLetters.put(record, poison.getMessage(), () -> stopping);
    } catch (RuntimeException | Error fault) {
      LOG.errorf(fault, "event at %s given up", DeadLetters.at(record));
      return deadLetters.put(record, fault.getClass().getSimpleName(), () -> stopping);
    }
  }

  private boolean isApplied(WarehouseEvent event, ConsumerRecord<byte[], byte[]> record)
      throws InterruptedException {
    for (int attempt = 1; !stopping; attempt++) {
      try {
        receiveEvent.receive(event);
        return true;
      } catch (DatabaseException e) {
        if (attempt >= ATTEMPTS && e.failure() == DatabaseFailure.FAULT) {
          throw e;
        }
        LOG.warnf("event at %s: %s, again soon", DeadLetters.at(record), e.failure());
        pause(attempt);
      }
    }
    return false;
  }

  private void pause(int attempt) throws InterruptedException {
    long end =
        System.currentTimeMillis()
            + Math.min(LONGEST_PAUSE_MILLIS, PAUSE_MILLIS << Math.min(attempt, DOUBLINGS));
    while (!stopping && System.currentTimeMillis() < end) {
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private WarehouseEvent read(ConsumerRecord<byte[], byte[]> record) {
    byte[] body = record.value() == null ? new byte[0] : record.value();
    CloudEventReading.Result read =
        CloudEventReading.isStructured(header(record, "content-type"))
            ? cloudEvents.structured(body)
            : cloudEvents.binary(name -> header(record, "ce_" + name), body);
    if (read.event() == null) {
      throw new NoEvent(read.objection());
    }
    WarehouseEventReading.Result told = reading.read(read.event());
    if (told.event() == null) {
      throw new NoEvent(told.violations().toString());
    }
    return told.event();
  }

  private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null || header.value() == null
        ? null
        : new String(header.value(), StandardCharsets.UTF_8);
  }

  /** What will never be one, however often it comes. */
  private static final class NoEvent extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoEvent(String objection) {
      super(objection, null, false, false);
    }
  }
}
