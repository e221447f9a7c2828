package dev.uketsuke.support;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookSigningException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Instant;
import java.util.UUID;

/**
 * The payment provider as the service meets it: it signs with a library of its own, and sends over
 * real HTTP without any other credential.
 */
public final class PaymentProvider {

  /** The secret of the public specification's example. */
  public static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  /** The one that is being replaced. */
  public static final String OLD_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

  private final URI instance;

  private PaymentProvider(URI instance) {
    this.instance = instance;
  }

  /** Sends to the application under test. */
  public static PaymentProvider toService() {
    return new PaymentProvider(null);
  }

  /** Sends to an instance started by the test itself. */
  public static PaymentProvider to(URI base) {
    return new PaymentProvider(base);
  }

  /** A transaction that no other test uses. */
  public static String newTransaction() {
    return "tx-" + UUID.randomUUID();
  }

  /** A callback as the provider writes it. */
  public static String event(
      String transaction, String applicationId, String type, String amount, String currency) {
    return ("{\"transactionId\":\"%s\",\"applicationId\":\"%s\",\"type\":\"%s\","
            + "\"amount\":{\"amount\":\"%s\",\"currency\":\"%s\"},"
            + "\"occurredAt\":\"2026-05-04T03:02:01Z\"}")
        .formatted(transaction, applicationId, type, amount, currency);
  }

  /** A callback over 12.50 AUD, which is the fee of {@link Moves#feeConfirmed()}. */
  public static String event(String transaction, String applicationId, String type) {
    return event(transaction, applicationId, type, "12.50", "AUD");
  }

  /** Sends a body, signed now with the present secret. */
  public Answer send(String body) {
    return send(SECRET, Instant.now(), body);
  }

  public Answer send(String secret, Instant at, String body) {
    var id = "msg_" + UUID.randomUUID();
    var seconds = at.getEpochSecond();
    return send(id, Long.toString(seconds), sign(secret, id, seconds, body), body.getBytes());
  }

  /** Sends headers as they are; null leaves one out. */
  public Answer send(String id, String timestamp, String signature, byte[] body) {
    var request = request().POST(BodyPublishers.ofByteArray(body));
    add(request, "webhook-id", id);
    add(request, "webhook-timestamp", timestamp);
    add(request, "webhook-signature", signature);
    return api().send(request);
  }

  /** A callback without signature headers. */
  public HttpRequest.Builder request() {
    return api().withoutToken("/v1/payment-callbacks").header("Content-Type", "application/json");
  }

  public Answer send(HttpRequest.Builder request) {
    return api().send(request);
  }

  public static String sign(String secret, String id, long seconds, String body) {
    try {
      return new Webhook(secret).sign(id, seconds, body);
    } catch (WebhookSigningException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Where the application under test listens is not known before a test runs. */
  private Api api() {
    return Api.at(instance == null ? Api.uri() : instance, Tokens.applicant());
  }

  private static void add(HttpRequest.Builder request, String name, String value) {
    if (value != null) {
      request.header(name, value);
    }
  }
}
