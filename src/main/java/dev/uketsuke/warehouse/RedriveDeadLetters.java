package dev.uketsuke.warehouse;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import dev.uketsuke.kafka.DeadLetterFilter;
import dev.uketsuke.kafka.DeadLetterRows;
import dev.uketsuke.kafka.DeadLetterState;
import dev.uketsuke.kafka.DeadLetterTable;
import dev.uketsuke.kafka.DeadLetterTable.DeadLetter;
import dev.uketsuke.kafka.DeadLetterView;
import dev.uketsuke.lists.Position;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * Reads the open dead letters of the warehouse's topic again and receives those that can be read
 * now, for example because a new version of the service knows their type. The job {@code redrive}
 * reads all of them; it runs only on request.
 *
 * <p>Guarantee: an event takes effect at most once, however often this runs. Dead letters that
 * still cannot be read stay open, with the present reason.
 */
@Singleton
class RedriveDeadLetters implements Job {

  private static final int BATCH = 100;
  private static final long LONGEST_NANOS = Duration.ofSeconds(10).toNanos();

  private final Transactions transactions;
  private final DeadLetterTable table;
  private final DeadLetterRows deadLetterRows;
  private final RecordReading reading;
  private final ReceiveEvent receiveEvent;
  private final WarehouseTopic topic;

  RedriveDeadLetters(
      Transactions transactions,
      DeadLetterTable table,
      DeadLetterRows deadLetterRows,
      RecordReading reading,
      ReceiveEvent receiveEvent,
      WarehouseTopic topic) {
    this.transactions = transactions;
    this.table = table;
    this.deadLetterRows = deadLetterRows;
    this.reading = reading;
    this.receiveEvent = receiveEvent;
    this.topic = topic;
  }

  /** What came of one dead letter. */
  enum Redriven {
    /** It was read and received now. */
    RECEIVED,
    /** It still cannot be read, or comes from a topic that is not consumed any more. */
    UNREADABLE,
    /** It had been received or settled before. */
    NOT_OPEN
  }

  /**
   * What was done.
   *
   * @param received how many were read and received now
   * @param unreadable how many still cannot be read
   * @param finished whether all that fit the filter were tried
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Schema(name = "RedriveReport")
  record Report(
      @Schema(required = true, description = "How many were read and received now.") long received,
      @Schema(required = true, description = "How many still cannot be read.") long unreadable,
      @Schema(required = true, description = "If false, there are more: ask again.")
          boolean finished) {}

  /**
   * Reads one dead letter again.
   *
   * @param id ours
   * @return empty if there is no such dead letter
   * @throws dev.uketsuke.database.DatabaseException if it could not be received, or nobody knows
   */
  Optional<Redriven> redrive(UUID id) {
    return transactions.run(connection -> table.find(connection, id)).map(this::redrive);
  }

  /** Reads the open dead letters that fit the filter again, for ten seconds at most. */
  Report redriveAll(DeadLetterFilter filter) {
    long end = System.nanoTime() + LONGEST_NANOS;
    Optional<DeadLetterFilter> open = filter.open();
    Optional<Position> after = Optional.empty();
    long received = 0;
    long unreadable = 0;
    boolean finished = open.isEmpty();
    while (!finished && System.nanoTime() - end < 0) {
      List<DeadLetterView> batch = deadLetterRows.rows(open.get(), after, BATCH);
      for (DeadLetterView letter : batch) {
        Optional<Redriven> done = redrive(letter.id());
        received += done.equals(Optional.of(Redriven.RECEIVED)) ? 1 : 0;
        unreadable += done.equals(Optional.of(Redriven.UNREADABLE)) ? 1 : 0;
        after = Optional.of(DeadLetterRows.position(letter));
      }
      finished = batch.size() < BATCH;
    }
    // All that can be read leaves the list; so a further run is of use only if there was some.
    return new Report(received, unreadable, finished || received == 0);
  }

  private Redriven redrive(DeadLetter letter) {
    if (letter.state() != DeadLetterState.OPEN) {
      return Redriven.NOT_OPEN;
    }
    if (!letter.record().topic().equals(topic.topic())) {
      return Redriven.UNREADABLE;
    }
    RecordReading.Result read = reading.read(letter.record());
    if (read.event() != null) {
      receiveEvent.receive(read.event());
    }
    transactions.run(
        connection -> {
          if (read.event() != null) {
            table.applied(connection, letter.id());
          } else {
            table.stillUnreadable(connection, letter.id(), read.objection());
          }
          return null;
        });
    return read.event() != null ? Redriven.RECEIVED : Redriven.UNREADABLE;
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
    Report report = redriveAll(DeadLetterFilter.all());
    return new JobReport(
        Map.of("received", report.received(), "unreadable", report.unreadable()),
        report.finished());
  }
}
