package dev.uketsuke.payments;

import static dev.uketsuke.support.PaymentProvider.event;
import static dev.uketsuke.support.PaymentProvider.newTransaction;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.RealParts;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nothing gets in without the provider's signature, and nothing else is needed with it. */
@QuarkusTest
@RealParts
class CallbackSignatureContractTest {

  private final PaymentProvider provider = PaymentProvider.toService();
  private final String transaction = newTransaction();
  private Moves moves;
  private String paid;

  @BeforeEach
  void application() {
    moves = Moves.ofNewApplication().feeConfirmed();
    paid = event(transaction, moves.applicationId(), "PAID");
  }

  @Test
  void bothSecretsOfARotationAreAccepted() {
    provider.send(PaymentProvider.OLD_SECRET, Instant.now(), paid).expect(204);
    provider.send(PaymentProvider.SECRET, Instant.now(), paid).expect(204);
    assertEquals("PAID", moves.status());
  }

  @Test
  void oneOfSeveralSignaturesIsEnough() {
    var now = Instant.now().getEpochSecond();
    var good = PaymentProvider.sign(PaymentProvider.SECRET, "msg_1", now, paid);

    provider
        .send("msg_1", "" + now, "v1a,AAAA v1,AAAA " + good + " v1,BBBB", paid.getBytes())
        .expect(204);

    assertEquals("PAID", moves.status());
  }

  @Test
  void unsignedAndWronglySignedCallbacksLeaveNoTrace() {
    var now = Instant.now().getEpochSecond();
    var good = PaymentProvider.sign(PaymentProvider.SECRET, "msg_1", now, paid);
    var unknown = "whsec_" + Base64.getEncoder().encodeToString(new byte[24]);
    var huge = "v1,".concat("A".repeat(40)).concat(" ").repeat(400);

    refused(null, null, null);
    refused("msg_1", "" + now, null);
    refused("msg_1", null, good);
    refused(null, "" + now, good);
    refused("", "" + now, good);
    refused("msg_2", "" + now, good);
    refused("msg_1", "" + (now + 1), good);
    refused("msg_1", "now", good);
    refused("msg_1", "-" + now, good);
    refused("msg_1", "+" + now, good);
    refused("msg_1", "0".repeat(5000) + now, good);
    refused("msg_1", "" + now, "");
    refused("msg_1", "" + now, good.substring(3));
    refused("msg_1", "" + now, good.replace("v1,", "v2,"));
    refused("msg_1", "" + now, good + "A");
    refused("msg_1", "" + now, huge);
    refused("m".repeat(15_000), "" + now, good);
    refused("msg_1", "" + now, PaymentProvider.sign(unknown, "msg_1", now, paid));
    assertEquals(0, Payments.count(transaction));

    provider.send("msg_1", "" + now, good, paid.getBytes()).expect(204);
  }

  @Test
  void headersThatComeTwiceAreRefused() {
    var now = Instant.now().getEpochSecond();
    var good = PaymentProvider.sign(PaymentProvider.SECRET, "msg_1", now, paid);
    for (var name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
      var request =
          provider
              .request()
              .header("webhook-id", "msg_1")
              .header("webhook-timestamp", "" + now)
              .header("webhook-signature", good)
              .header(name, "1")
              .POST(BodyPublishers.ofString(paid));
      provider.send(request).expectProblem(401, "invalid-signature");
    }
    assertEquals(0, Payments.count(transaction));
  }

  @Test
  void headersThatAreHugeBeyondMeasureLeaveNoTrace() {
    var request =
        provider
            .request()
            .header("webhook-id", "msg_1")
            .header("webhook-signature", "v1,".concat("A".repeat(100_000)))
            .POST(BodyPublishers.ofString(paid));

    var status = provider.send(request).status();

    assertTrue(status >= 400 && status < 500, "was " + status);
    assertEquals(0, Payments.count(transaction));
  }

  @Test
  void staleAndFutureCallbacksAreRefused() {
    for (var shift : List.of(Duration.ofMinutes(-6), Duration.ofMinutes(6), Duration.ofDays(-1))) {
      provider
          .send(PaymentProvider.SECRET, Instant.now().plus(shift), paid)
          .expectProblem(401, "invalid-signature");
    }
    for (var shift : List.of(Duration.ofMinutes(-4), Duration.ofMinutes(4))) {
      provider.send(PaymentProvider.SECRET, Instant.now().plus(shift), paid).expect(204);
    }
  }

  @Test
  void signatureIsCheckedBeforeTheBodyIsLookedAt() {
    var bodies = new ArrayList<byte[]>();
    bodies.add(new byte[0]);
    bodies.add("{".getBytes());
    bodies.add(new byte[] {(byte) 0xff, 0});
    bodies.add("x".repeat(65_536).getBytes());
    for (var body : bodies) {
      provider
          .send("msg_1", "" + Instant.now().getEpochSecond(), "v1,AAAA", body)
          .expectProblem(401, "invalid-signature");
    }
  }

  @Test
  void largerBodiesAreTooLarge() {
    provider.send("x".repeat(65_537)).expectProblem(413, "payload-too-large");
    provider.send(" ".repeat(65_536)).expectProblem(400);
  }

  @Test
  void neitherContentTypeNorOtherCredentialsMatter() {
    var now = Instant.now().getEpochSecond();
    var request =
        provider
            .request()
            .setHeader("Content-Type", "text/plain; charset=utf-8")
            .header("Authorization", "Bearer nonsense")
            .header("Accept", "text/html")
            .header("webhook-id", "msg_1")
            .header("webhook-timestamp", "" + now)
            .header(
                "webhook-signature",
                PaymentProvider.sign(PaymentProvider.SECRET, "msg_1", now, paid))
            .POST(BodyPublishers.ofString(paid));

    provider.send(request).expect(204);
  }

  private void refused(String id, String timestamp, String signature) {
    provider
        .send(id, timestamp, signature, paid.getBytes())
        .expectProblem(401, "invalid-signature");
  }
}
