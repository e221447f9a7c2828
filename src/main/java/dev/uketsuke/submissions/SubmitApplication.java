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
 * Hands in an application: created once, replayed ever after, or refused as a conflict.
 *
 * <p>Guarantee: at most one application per account and key, whatever is sent how often, by whom
 * and to how many instances. Each outcome is counted and logged once, where it is decided, and
 * without the key itself.
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
   * Submits.
   *
   * @return the outcome; completed exceptionally only by a fault of ours, and then nothing was
   *     recorded
   */
  CompletionStage<SubmissionOutcome> submit(Submission submission) {
    Noting work = new Noting(submission, recording.of(submission));
    return queue.run(submission, work).thenApply(work::answered);
  }

  /**
   * Notes each outcome of one submission once, where it is decided. A submission may be decided
   * after its client has been told "in progress"; both are noted then.
   */
  private final class Noting implements KeyQueue.Work {
    private final Submission submission;
    private final KeyQueue.Work work;
    private volatile SubmissionOutcome decided;

    Noting(Submission submission, KeyQueue.Work work) {
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
      return noted(submission, outcome);
    }

    /** Notes the answer unless it is what the database decided for this very submission. */
    SubmissionOutcome answered(SubmissionOutcome outcome) {
      return outcome == decided ? outcome : noted(submission, outcome);
    }
  }

  private SubmissionOutcome noted(Submission submission, SubmissionOutcome outcome) {
    counters.get(outcome.kind()).increment();
    if (outcome.kind() == SubmissionOutcome.Kind.CREATED && submission.key().isToken()) {
      tokensSpent.increment();
    }
    LOG.infof(
        "submission %s application=%s key=%s",
        outcome.kind(),
        outcome.receipt() == null ? "-" : outcome.receipt().applicationId(),
        submission.key().hash());
    return outcome;
  }
}
