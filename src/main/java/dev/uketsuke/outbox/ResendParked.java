package dev.uketsuke.outbox;

import dev.uketsuke.jobs.Job;
import dev.uketsuke.jobs.JobReport;
import dev.uketsuke.outbox.MessageFilter.Condition;
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
 * Sends all parked messages again that match a filter; the job {@code resend} has no filter.
 *
 * <p>Guarantee: the work is done in many short transactions. After a failure the request may be
 * repeated, and each message is made pending once.
 */
@Singleton
class ResendParked implements Job {

  private static final int BATCH = 500;
  private static final UUID BEYOND_ALL = new UUID(-1L, -1L);

  private final ListMessages listMessages;
  private final ResendMessage resendMessage;
  private final RelaySettings settings;

  ResendParked(ListMessages listMessages, ResendMessage resendMessage, RelaySettings settings) {
    this.listMessages = listMessages;
    this.resendMessage = resendMessage;
    this.settings = settings;
  }

  /**
   * The result of a request.
   *
   * @param resent the number of messages that will be sent again
   * @param finished whether all parked messages that match the filter were handled
   */
  @RegisterForReflection
  @Schema(
      name = "ResendReport",
      requiredProperties = {"resent", "finished"})
  record Report(
      @Schema(description = "The number of messages that will be sent again.") long resent,
      @Schema(description = "If false, more are parked: send the request again.")
          boolean finished) {}

  /** Sends matching messages again, at most for the time of one run, and returns the result. */
  Report resend(Condition condition) {
    long end = System.nanoTime() + settings.run().toNanos();
    long resent = 0;
    UUID before = BEYOND_ALL;
    do {
      List<UUID> parked = listMessages.parked(condition, before, BATCH);
      resent += resendMessage.resendAll(parked);
      if (parked.size() < BATCH) {
        return new Report(resent, true);
      }
      before = parked.get(BATCH - 1);
    } while (System.nanoTime() - end < 0);
    return new Report(resent, false);
  }

  @Override
  public String name() {
    return "resend";
  }

  /** Returns empty, because a person has to find out first why messages were parked. */
  @Override
  public Optional<Duration> every() {
    return Optional.empty();
  }

  @Override
  public JobReport runOnce(Instant now) {
    Report report = resend(new Condition("1 = 1", Map.of()));
    return new JobReport(Map.of("resent", report.resent()), report.finished());
  }
}
