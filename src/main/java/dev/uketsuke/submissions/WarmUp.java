package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.idempotency.IdempotencyKey;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Walks the way of a submission once before the service calls itself ready, and leaves nothing.
 *
 * <p>Rules out that the first clients after a start wait for classes to be loaded and connections
 * to be made, and that duplicates among them are told "in progress" for no other reason.
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

  void walk(@Observes StartupEvent started) {
    Submission sample =
        new Submission(
            new Account("warm-up"),
            new IdempotencyKey(UUID.randomUUID().toString()),
            reading.read(SAMPLE.getBytes(StandardCharsets.UTF_8)).content());
    try {
      inquireSubmission.inquire(sample.slot());
    } catch (DatabaseException e) {
      LOG.warnf("the database does not answer yet: %s", e.getMessage());
    }
  }
}
