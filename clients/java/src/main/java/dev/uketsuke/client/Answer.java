package dev.uketsuke.client;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One answer, and what it says of the operation.
 *
 * <p>Only what the service itself says is an outcome: an answer without a receipt and without a
 * problem of the service is one of a proxy, a gateway or a portal, and says nothing.
 *
 * @param body the members of the JSON object; empty if the body is none
 */
record Answer(int status, HttpHeaders headers, Map<String, Object> body) {

  private static final Pattern TYPE = Pattern.compile(".*/problems/([a-z0-9-]+)");

  static Answer of(HttpResponse<String> response) {
    return new Answer(response.statusCode(), response.headers(), Json.object(response.body()));
  }

  /** Returns what the answer to a submission says; empty if it says nothing. */
  Optional<Outcome> ofSubmission() {
    if (status == 201) {
      return receipt(body).map(Outcome.Created::new);
    }
    if (status == 200) {
      return receipt(body).map(Outcome.Replayed::new);
    }
    if (isPassing()) {
      return Optional.empty();
    }
    return problem().map(this::refusal);
  }

  /** Returns what the answer to an inquiry says; empty if it says nothing, or not yet. */
  Optional<Outcome> ofInquiry() {
    if (status == 200 && body.get("state") instanceof String state) {
      return switch (state) {
        case "RECORDED" -> receipt(body.get("receipt")).map(Outcome.Replayed::new);
        case "EXPIRED" -> Optional.of(new Outcome.Expired(id(body.get("receipt"))));
        case "NOT_RECORDED" -> Optional.of(new Outcome.NotRecorded());
        default -> Optional.empty();
      };
    }
    if (isPassing() || problem().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        status == 401
            ? new Outcome.SignedOut()
            : new Outcome.Unknown(Optional.empty(), Optional.empty()));
  }

  /** Whether the service said that an earlier attempt is still being processed. */
  boolean saysInProgress() {
    return problem().filter("submission-in-progress"::equals).isPresent()
        || "IN_PROGRESS".equals(body.get("state"));
  }

  /**
   * Returns how long the service asks to wait (RFC 9110 §10.2.3, seconds or a date); zero if it
   * does not say, or not legibly. A date is compared with the answer's own {@code Date}, so that a
   * clock of this machine that is fast or slow does not change the wait.
   */
  Duration retryAfter(Clock clock) {
    String value = headers.firstValue("Retry-After").orElse("").strip();
    if (value.matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(value));
    }
    if (value.matches("\\d+")) {
      return Duration.ofSeconds(Integer.MAX_VALUE);
    }
    Instant now = headers.firstValue("Date").flatMap(Answer::date).orElseGet(clock::instant);
    Duration wait = date(value).map(at -> Duration.between(now, at)).orElse(Duration.ZERO);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  private Outcome refusal(String problem) {
    if (problem.equals("idempotency-key-conflict")) {
      return new Outcome.Conflict();
    }
    if (problem.equals("idempotency-key-expired")) {
      return new Outcome.Expired(id(body));
    }
    return status == 401
        ? new Outcome.SignedOut()
        : new Outcome.Refused(problem, text(body, "detail"), violations());
  }

  private List<Outcome.Refused.Violation> violations() {
    if (!(body.get("violations") instanceof List<?> list)) {
      return List.of();
    }
    return list.stream()
        .filter(Map.class::isInstance)
        .map(Map.class::cast)
        .map(
            each ->
                new Outcome.Refused.Violation(
                    text(each, "field"), text(each, "code"), text(each, "message")))
        .toList();
  }

  /** Returns the last part of the problem's type; empty if this is no problem of the service. */
  private Optional<String> problem() {
    var type = TYPE.matcher(text(body, "type"));
    return type.matches() ? Optional.of(type.group(1)) : Optional.empty();
  }

  /** Whether the same request may get another answer soon. */
  private boolean isPassing() {
    return status >= 500 || status == 429 || status == 408 || saysInProgress();
  }

  private static Optional<Receipt> receipt(Object value) {
    if (!(value instanceof Map<?, ?> receipt)) {
      return Optional.empty();
    }
    try {
      return id(receipt)
          .map(
              id ->
                  new Receipt(
                      id,
                      text(receipt, "status"),
                      Instant.parse(text(receipt, "acceptedAt")),
                      Instant.parse(text(receipt, "keyExpiresAt"))));
    } catch (DateTimeException notAReceipt) {
      return Optional.empty();
    }
  }

  private static Optional<String> id(Object value) {
    return value instanceof Map<?, ?> object && object.get("applicationId") instanceof String id
        ? Optional.of(id)
        : Optional.empty();
  }

  private static Optional<Instant> date(String value) {
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(value, Instant::from));
    } catch (DateTimeException notADate) {
      return Optional.empty();
    }
  }

  private static String text(Map<?, ?> object, String member) {
    return object.get(member) instanceof String text ? text : "";
  }
}
