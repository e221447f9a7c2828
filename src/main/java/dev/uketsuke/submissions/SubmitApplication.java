package dev.uketsuke.submissions;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletionStage;
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

  private final KeyQueue queue;
  private final RecordSubmission recording;
  private final Map<SubmissionOutcome.Kind, Counter> counters =
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
    LoggedWork work = new LoggedWork(submission, recording.of(submission));
    return queue.run(submission, work).thenApply(work::answered);
  }

  /**
   * Logs and counts each outcome of one submission once, when it is decided. If a submission is
   * decided after its client was told "in progress", both outcomes are logged and counted.
   */
  private final class LoggedWork implements KeyQueue.Work {
    private final Submission submission;
    private final KeyQueue.Work work;
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
      return outcome == decided ? outcome : logged(submission, outcome);
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
