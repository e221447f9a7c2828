package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.idempotency.IdempotencyKey;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.jboss.logging.Logger;

/**
 * Reads a sample submission and inquires about it before the service reports itself ready; this
 * leaves no row behind.
 *
 * <p>Classes are loaded and connections are opened by this. Without it the first clients after a
 * start would have to wait, and duplicates among their submissions would be answered "in progress".
 */
@Singleton
class WarmUp {

  private static final Logger LOG = Logger.getLogger(WarmUp.class);
  private static final String SAMPLE =
      """
      {"origin":"AU","destination":"KR","parcels":1,
       "declaredValue":{"amount":"1.5","currency":"AUD"},"recipient":{"name":"warm-up"}}""";

  private final ContentReading reading;
  private final InquireSubmission inquireSubmission;

  WarmUp(ContentReading reading, InquireSubmission inquireSubmission) {
    this.reading = reading;
    this.inquireSubmission = inquireSubmission;
  }

  void warmUp(@Observes StartupEvent started) {
    Submission sample =
        new Submission(
            new Account("warm-up"),
            new IdempotencyKey(UUID.randomUUID().toString()),
            reading.read(SAMPLE.getBytes(StandardCharsets.UTF_8)).content(),
            null);
    try {
      inquireSubmission.inquire(sample.slot()).toCompletableFuture().join();
    } catch (CompletionException e) {
      LOG.warnf(
          "The service could not warm up, because the database does not answer yet: %s",
          e.getCause().getMessage());
    }
  }
}
