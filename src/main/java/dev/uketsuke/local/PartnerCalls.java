package dev.uketsuke.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.arc.profile.IfBuildProfile;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Calls the service of this process over HTTP, as its users and partners do.
 *
 * <p>All calls use the real endpoints, credentials and signatures, so dev mode behaves like
 * production.
 */
@Singleton
@IfBuildProfile("dev")
final class PartnerCalls {
  private static final String JSON = "application/json";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ObjectMapper json;
  private final String base;
  private final String secret;

  PartnerCalls(
      ObjectMapper json,
      @ConfigProperty(name = "quarkus.http.port") int port,
      @ConfigProperty(name = LocalPartners.SECRET) List<String> secrets) {
    this.json = json;
    this.base = "http://localhost:" + port;
    this.secret = secrets.get(0);
  }

  /** The status and the body of an answer; an absent body is a missing node. */
  record Answer(int status, JsonNode body) {}

  /** Sends a request as a user of dev mode and returns the answer. */
  Answer as(String user, String method, String path, String body, String... headers) {
    HttpRequest.Builder request = request(method, path, body);
    String credential =
        Base64.getEncoder().encodeToString((user + ":" + user).getBytes(StandardCharsets.UTF_8));
    request.header("Authorization", "Basic " + credential);
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request);
  }

  /**
   * Sends a signed callback of the payment provider (Standard Webhooks 1.0).
   *
   * @param occurredAt when the transaction took place, RFC 3339 in UTC; a repetition must carry the
   *     same time, or it contradicts the first callback
   */
  Answer pay(
      String transaction, String application, String type, JsonNode money, String occurredAt) {
    String body =
        json.createObjectNode()
            .put("transactionId", transaction)
            .put("applicationId", application)
            .put("type", type)
            .put("occurredAt", occurredAt)
            .set("amount", money)
            .toString();
    HttpRequest.Builder callback = request("POST", "/v1/payment-callbacks", body);
    signature(body).forEach(callback::header);
    return send(callback);
  }

  /** Returns the headers that sign a body as a callback of the payment provider, sent now. */
  Map<String, String> signature(String body) {
    String id = "msg_" + UUID.randomUUID();
    String timestamp = Long.toString(Instant.now().getEpochSecond());
    return Map.of(
        "webhook-id",
        id,
        "webhook-timestamp",
        timestamp,
        "webhook-signature",
        "v1," + sign(id + "." + timestamp + "." + body));
  }

  /** Sends an event of the warehouse (CloudEvents 1.0, structured mode). */
  Answer tell(String eventId, String type, String application) {
    String body =
        json.createObjectNode()
            .put("specversion", "1.0")
            .put("id", eventId)
            .put("source", "/local/warehouse")
            .put("type", "warehouse." + type)
            .set("data", json.createObjectNode().put("applicationId", application))
            .toString();
    return as(
        "service", "POST", "/v1/events", body, "Content-Type", "application/cloudevents+json");
  }

  private HttpRequest.Builder request(String method, String path, String body) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
    boolean typed = body != null && !path.equals("/v1/events");
    return (typed ? request.header("Content-Type", JSON) : request)
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
  }

  private Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<byte[]> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      return new Answer(answer.statusCode(), json.readTree(answer.body()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the service answers", interrupted);
    }
  }

  private String sign(String signed) {
    try {
      byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(
          "HmacSHA256 is missing, which every Java platform has.", impossible);
    }
  }
}
