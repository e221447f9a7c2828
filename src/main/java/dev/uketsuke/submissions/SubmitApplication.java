package dev.uketsuke.submissions;

import dev.uketsuke.requests.RequestId;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jboss.logging.Logger;

/**
 * Submits an application: creates it, replays the first receipt, or reports a conflict.
 *
 * <p>Guarantee: there is at most one application for each account and key, however often and to
 * however many instances the submission is sent. Each outcome is counted and logged once, without
 * the key.
 */
@Singleton
public class SubmitApplication {

  private static final Logger LOG = Logger.getLogger(SubmitApplication.class);

  /**
   * The bounds of the histogram. The objective for latency in docs/observability.md is one of them,
   * and the last is longer than the statement time-out.
   */
  private static final Duration[] BOUNDS =
      LongStream.of(5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final KeyQueue queue;
  private final RecordSubmission recording;
  private final Map<SubmissionOutcome.Kind, Counter> counters =
      new EnumMap<>(SubmissionOutcome.Kind.class);
  private final Map<SubmissionOutcome.Kind, Timer> times =
      new EnumMap<>(SubmissionOutcome.Kind.class);
  private final Counter tokensSpent;

  SubmitApplication(KeyQueue queue, RecordSubmission recording, MeterRegistry metrics) {
    this.queue = queue;
    this.recording = recording;
    for (SubmissionOutcome.Kind kind : SubmissionOutcome.Kind.values()) {
      counters.put(
          kind,
          Counter.builder("uketsuke.submissions")
              .description("Submissions by outcome")
              .tag("outcome", kind.name().toLowerCase(Locale.ROOT))
              .register(metrics));
      times.put(
          kind,
          Timer.builder("uketsuke.submission.decision")
              .description("From reading a submission to its answer, by outcome")
              .tag("outcome", kind.name().toLowerCase(Locale.ROOT))
              .serviceLevelObjectives(BOUNDS)
              .register(metrics));
    }
    this.tokensSpent =
        Counter.builder("uketsuke.submission.tokens")
            .description("Submission tokens by what happened to them")
            .tag("event", "spent")
            .register(metrics);
  }

  /**
   * Submits an application and returns the outcome.
   *
   * @return the outcome; fails only by a fault of ours, and nothing was recorded then
   */
  CompletionStage<SubmissionOutcome> submit(Submission submission) {
    long start = System.nanoTime();
    LoggedWork work = new LoggedWork(submission, recording.of(submission));
    return queue
        .run(submission, work)
        .thenApply(
            outcome -> {
              times.get(outcome.kind()).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
              return work.answered(outcome);
            });
  }

  /**
   * Logs and counts each outcome of one submission once, when it is decided. If a submission is
   * decided after its client was told "in progress", both outcomes are logged and counted.
   */
  private final class LoggedWork implements KeyQueue.Work {
    private final Submission submission;
    private final KeyQueue.Work work;
    private final String requestId = RequestId.current();
    private volatile SubmissionOutcome decided;

    LoggedWork(Submission submission, KeyQueue.Work work) {
      this.submission = submission;
      this.work = work;
    }

    @Override
    public SubmissionOutcome decide() {
      return decided(work.decide());
    }

    @Override
    public SubmissionOutcome repeat() {
      return decided(work.repeat());
    }

    @Override
    public boolean waitsForItsAccount() {
      return work.waitsForItsAccount();
    }

    private SubmissionOutcome decided(SubmissionOutcome outcome) {
      decided = outcome;
      return logged(submission, outcome);
    }

    /** Logs and counts the answer to the client, unless that was done when it was decided. */
    SubmissionOutcome answered(SubmissionOutcome outcome) {
      return outcome == decided
          ? outcome
          : RequestId.during(requestId, () -> logged(submission, outcome));
    }
  }

  private SubmissionOutcome logged(Submission submission, SubmissionOutcome outcome) {
    counters.get(outcome.kind()).increment();
    if (outcome.kind() == SubmissionOutcome.Kind.CREATED && submission.key().isToken()) {
      tokensSpent.increment();
    }
    LOG.infof(
        "Submission %s application=%s key=%s",
        outcome.kind(),
        outcome.receipt() == null ? "-" : outcome.receipt().applicationId(),
        submission.key().hash());
    return outcome;
  }
}
