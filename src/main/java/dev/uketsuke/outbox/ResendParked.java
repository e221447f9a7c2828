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
 * Sends all parked messages again that a filter means; as the job {@code resend}, all of them.
 *
 * <p>Guarantee: many short transactions and never a long one; broken off anywhere it may be asked
 * for again, and takes up each message once.
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
   * What was done.
   *
   * @param resent how many messages are on their way again
   * @param finished whether no parked message that the filter means is left
   */
  @RegisterForReflection
  @Schema(name = "ResendReport")
  record Report(
      @Schema(description = "How many messages are on their way again.") long resent,
      @Schema(description = "If false, more are parked: ask again.") boolean finished) {}

  /** Resends for as long as one run of the relay may take. */
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

  /** Only when somebody asks: why messages were parked is for a person to find out first. */
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
