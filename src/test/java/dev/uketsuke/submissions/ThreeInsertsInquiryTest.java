package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.ThreeInsertsResource;
import dev.uketsuke.support.Tricks;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.Typed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * {@link InquiryContractTest} as on a distributed engine: where the index cannot be asked, no
 * server knows of all writers, so nothing is said to be "not recorded".
 */
@QuarkusTest
// Quarkus makes a bean of each test; this one is not to be taken for its superclass.
@Typed(ThreeInsertsInquiryTest.class)
@WithTestResource(ThreeInsertsResource.class)
class ThreeInsertsInquiryTest extends InquiryContractTest {

  @Override
  @Test
  void answerIsGivenWhileNothingCanBeWritten() throws Exception {
    var api = Api.asApplicant();
    var recorded = newKey();
    api.submit(recorded, SMALLEST).expect(201);

    Tricks.failingWrite("shipping_application")
        .during(
            () -> {
              assertEquals("RECORDED", state(api, recorded));
              assertNothingIsKnown(api, newKey());
            });
  }

  @Override
  @Test
  void answerIsConclusiveAlsoWhereTheIndexCannotBeAsked() throws Exception {
    var api = Api.asApplicant();
    var template = api.submit(newKey(), SMALLEST).expect(201).applicationId();
    var key = newKey();

    Tricks.failingWriteOfOurs("shipping_application")
        .during(
            () -> {
              try (var rival = Tricks.openRival(template, key)) {
                assertNothingIsKnown(api, key);
                rival.commit();
                assertEquals("RECORDED", state(api, key));
              }
            });
  }

  @Override
  @Test
  void lockOnTheTableIsNotTakenForASubmission() throws Exception {
    var api = Api.asApplicant();
    try (var builder = TestDatabase.connect();
        var statement = builder.createStatement()) {
      builder.setAutoCommit(false);
      statement.execute("LOCK TABLE shipping_application IN SHARE MODE");
      // It promises nothing and says to ask again.
      assertEquals("IN_PROGRESS", state(api, newKey()));
      builder.rollback();
    }
  }

  @Override
  @Test
  void slowWriteDoesNotStandInTheWayOfAnAnswer() throws Exception {
    var api = Api.asApplicant();
    var key = newKey();
    Tricks.slowKey(key, Duration.ofSeconds(30)).during(() -> assertNothingIsKnown(api, key));
  }

  private static void assertNothingIsKnown(Api api, String key) {
    var answer = api.inquire(key);
    assertTrue(answer.status() >= 500, answer::toString);
    answer.expectProblem(answer.status());
  }

  private static String state(Api api, String key) {
    return api.inquire(key).expect(200).json().path("state").asText();
  }
}
