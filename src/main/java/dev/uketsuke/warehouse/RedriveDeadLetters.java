package dev.uketsuke.warehouse;

import dev.uketsuke.database.Transactions;
import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import dev.uketsuke.kafka.DeadLetterTable;
import dev.uketsuke.kafka.DeadLetterTable.DeadLetter;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the open dead letters of the warehouse's topic again and receives those that can be read
 * now, for example because a new version of the service knows their type. This job runs only on
 * request.
 *
 * <p>Guarantee: an event takes effect at most once, however often the job runs. Dead letters that
 * still cannot be read stay open.
 */
@Singleton
class RedriveDeadLetters implements Job {

  private static final int MAX_LETTERS = 1000;

  private final Transactions transactions;
  private final DeadLetterTable table;
  private final RecordReading reading;
  private final ReceiveEvent receiveEvent;
  private final WarehouseTopic topic;

  RedriveDeadLetters(
      Transactions transactions,
      DeadLetterTable table,
      RecordReading reading,
      ReceiveEvent receiveEvent,
      WarehouseTopic topic) {
    this.transactions = transactions;
    this.table = table;
    this.reading = reading;
    this.receiveEvent = receiveEvent;
    this.topic = topic;
  }

  @Override
  public String name() {
    return "redrive";
  }

  @Override
  public Optional<Duration> every() {
    return Optional.empty();
  }

  @Override
  public JobReport runOnce(Instant now) {
    long received = 0;
    long unreadable = 0;
    UUID last = new UUID(0, 0);
    for (int count = 0; count < MAX_LETTERS; count++) {
      UUID after = last;
      Optional<DeadLetter> next = transactions.run(c -> table.next(c, topic.topic(), after));
      if (next.isEmpty()) {
        return report(received, unreadable, true);
      }
      last = next.get().id();
      if (receive(next.get())) {
        received++;
      } else {
        unreadable++;
      }
    }
    // A further run begins with the same unreadable letters, so it only helps if some were
    // received.
    return report(received, unreadable, received == 0);
  }

  private boolean receive(DeadLetter letter) {
    RecordReading.Result read = reading.read(letter.record());
    if (read.event() == null) {
      return false;
    }
    receiveEvent.receive(read.event());
    transactions.run(
        connection -> {
          table.applied(connection, letter.id());
          return null;
        });
    return true;
  }

  private static JobReport report(long received, long unreadable, boolean finished) {
    return new JobReport(Map.of("received", received, "unreadable", unreadable), finished);
  }
}
