package dev.uketsuke.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.proof.Event.Kind;
import dev.uketsuke.proof.Event.Outcome;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Does one operation at an instance over HTTP, reads its outcome, and records both. */
final class ServiceClient {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final Callers callers;
  private final Recorder recorder;
  private final Map<String, String> tokens = new ConcurrentHashMap<>();

  ServiceClient(Callers callers, Recorder recorder) {
    this.callers = callers;
    this.recorder = recorder;
  }

  /** Submits content that is right. */
  Event submit(URI instance, Duration patience, String account, String key, String content) {
    return submit(instance, patience, account, key, content, "2");
  }

  /** Submits content that must be refused. */
  Event submitWrong(URI instance, Duration patience, String account, String key, String content) {
    return submit(instance, patience, account, key, content, "1.5");
  }

  private Event submit(
      URI instance, Duration patience, String account, String key, String content, String parcels) {
    String body =
        "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":%s,\"clientReference\":\"%s\"}"
            .formatted(parcels, content);
    HttpRequest.Builder request =
        as(account, "", instance, "/v1/applications", patience)
            .header("Idempotency-Key", '"' + key + '"')
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body));
    long from = recorder.now();
    HttpResponse<String> answer = send(request);
    Outcome outcome = answer == null ? Outcome.NONE : submitted(answer, parcels.equals("1.5"));
    String told = answer == null ? null : answer.body();
    return recorder.operation(
        Kind.SUBMIT, account, key, content, from, outcome, member(told, "applicationId"), told);
  }

  private static Outcome submitted(HttpResponse<String> answer, boolean wrong) {
    return switch (answer.statusCode()) {
      case 201 -> Outcome.CREATED;
      case 200 -> Outcome.REPLAYED;
      case 410 -> Outcome.EXPIRED;
      case 409 ->
          switch (problem(answer.body())) {
            case "idempotency-key-conflict" -> Outcome.CONFLICT;
            case "submission-in-progress" -> Outcome.IN_PROGRESS;
            default -> Outcome.STRANGE;
          };
      case 503 -> unavailable(answer);
      case 400 -> wrong ? Outcome.REFUSED : Outcome.STRANGE;
      case 429 -> Outcome.REFUSED;
      default -> Outcome.STRANGE;
    };
  }

  private static Outcome unavailable(HttpResponse<String> answer) {
    return problem(answer.body()).equals("temporarily-unavailable")
        ? Outcome.NOT_BEGUN
        : Outcome.UNKNOWN;
  }

  /** Asks what became of a key. */
  Event inquire(URI instance, Duration patience, String account, String key) {
    HttpRequest.Builder request =
        as(
                account,
                "",
                instance,
                "/v1/submissions?idempotencyKey=" + URLEncoder.encode(key, StandardCharsets.UTF_8),
                patience)
            .GET();
    long from = recorder.now();
    HttpResponse<String> answer = send(request);
    Outcome outcome = Outcome.NONE;
    String receipt = null;
    if (answer != null && answer.statusCode() == 200) {
      outcome = Outcome.valueOf(member(answer.body(), "state"));
      receipt = receipt(answer.body());
    } else if (answer != null) {
      outcome =
          answer.statusCode() == 503 || answer.statusCode() == 429
              ? Outcome.UNKNOWN
              : Outcome.STRANGE;
    }
    return recorder.operation(
        Kind.INQUIRE,
        account,
        key,
        null,
        from,
        outcome,
        member(receipt, "applicationId"),
        outcome == Outcome.STRANGE ? answer.body() : receipt);
  }

  /** Reads an application; the status is recorded as its content. */
  Event read(URI instance, Duration patience, String account, String id) {
    HttpRequest.Builder request =
        as(account, "", instance, "/v1/applications/" + id, patience).GET();
    long from = recorder.now();
    HttpResponse<String> answer = send(request);
    boolean found = answer != null && answer.statusCode() == 200;
    boolean absent = answer != null && answer.statusCode() == 404;
    Outcome outcome =
        answer == null
            ? Outcome.NONE
            : found ? Outcome.DONE : absent ? Outcome.ABSENT : Outcome.UNKNOWN;
    return recorder.operation(
        Kind.READ,
        account,
        null,
        found ? member(answer.body(), "status") : null,
        from,
        outcome,
        id,
        absent ? answer.body() : null);
  }

  /** Asks for a move as staff. */
  Event move(URI instance, Duration patience, String id, String to) {
    String body =
        to.equals("FEE_CONFIRMED")
            ? "{\"to\":\"FEE_CONFIRMED\",\"fee\":{\"amount\":\"12.50\",\"currency\":\"AUD\"}}"
            : "{\"to\":\"" + to + "\"}";
    return effect(
        Kind.MOVE,
        id,
        to,
        as("staff", "staff", instance, "/v1/applications/" + id + "/transitions", patience)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body)));
  }

  /** Delivers an event of the warehouse: {@code checked}, {@code shipped} or {@code delivered}. */
  Event deliver(URI instance, Duration patience, String id, String what, String to) {
    String body =
        "{\"specversion\":\"1.0\",\"id\":\"%s-%s\",\"source\":\"/proof\",\"type\":\"warehouse.parcel-%s\",\"data\":{\"applicationId\":\"%s\"}}"
            .formatted(id, what, what, id);
    return effect(
        Kind.DELIVER,
        id,
        to,
        as("warehouse", "service", instance, "/v1/events", patience)
            .header("Content-Type", "application/cloudevents+json")
            .POST(BodyPublishers.ofString(body)));
  }

  /** Delivers the callback that says that the fee was paid. */
  Event paid(URI instance, Duration patience, String id) {
    String body =
        "{\"transactionId\":\"tx-%s\",\"applicationId\":\"%s\",\"type\":\"PAID\",\"amount\":{\"amount\":\"12.50\",\"currency\":\"AUD\"},\"occurredAt\":\"2026-05-04T03:02:01Z\"}"
            .formatted(id, id);
    String message = "msg_" + UUID.randomUUID();
    long seconds = Instant.now().getEpochSecond();
    return effect(
        Kind.DELIVER,
        id,
        "PAID",
        HttpRequest.newBuilder(instance.resolve("/v1/payment-callbacks"))
            .timeout(patience)
            .header("Content-Type", "application/json")
            .header("webhook-id", message)
            .header("webhook-timestamp", Long.toString(seconds))
            .header("webhook-signature", callers.signature(message, seconds, body))
            .POST(BodyPublishers.ofString(body)));
  }

  private Event effect(Kind kind, String id, String to, HttpRequest.Builder request) {
    long from = recorder.now();
    HttpResponse<String> answer = send(request);
    Outcome outcome =
        answer == null
            ? Outcome.NONE
            : switch (answer.statusCode()) {
              case 200, 204 -> Outcome.DONE;
              case 202 -> Outcome.KEPT;
              case 409 -> Outcome.ABSENT;
              case 429 -> Outcome.REFUSED;
              case 503 -> Outcome.UNKNOWN;
              default -> Outcome.STRANGE;
            };
    return recorder.operation(
        kind,
        null,
        null,
        to,
        from,
        outcome,
        id,
        outcome == Outcome.STRANGE ? answer.statusCode() + " " + answer.body() : null);
  }

  /** Starts one run of the retention job; whether it succeeds does not matter here. */
  void retention(URI instance) {
    send(
        as("jobs", "service", instance, "/v1/jobs/retention", Duration.ofSeconds(10))
            .POST(BodyPublishers.noBody()));
  }

  private HttpRequest.Builder as(
      String subject, String role, URI instance, String path, Duration patience) {
    String token = tokens.computeIfAbsent(subject, any -> callers.token(subject, role));
    return HttpRequest.newBuilder(instance.resolve(path))
        .timeout(patience)
        .header("Authorization", "Bearer " + token);
  }

  /** Returns the answer; null if there was none. */
  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException none) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  private static String problem(String body) {
    String type = member(body, "type");
    return type == null ? "" : type.substring(type.lastIndexOf('/') + 1);
  }

  private static String member(String body, String name) {
    if (body == null || body.isBlank()) {
      return null;
    }
    try {
      JsonNode value = JSON.readTree(body).get(name);
      return value == null || value.isNull() ? null : value.asText();
    } catch (JsonProcessingException notJson) {
      return null;
    }
  }

  /** Returns the bytes of the receipt inside the answer to an inquiry; null if there is none. */
  private static String receipt(String body) {
    int begin = body.indexOf("\"receipt\":{");
    return begin < 0
        ? null
        : body.substring(begin + "\"receipt\":".length(), body.indexOf('}', begin) + 1);
  }
}
