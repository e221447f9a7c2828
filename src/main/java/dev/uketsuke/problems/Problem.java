package dev.uketsuke.problems;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.requests.RequestId;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One refusal in the form in which it is sent (RFC 9457).
 *
 * <p>Problems are immutable: each method returns a changed copy. The status is always that of the
 * type, so type and status cannot contradict each other.
 */
public final class Problem {
  /** The media type of every error, whatever the request accepts. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** The greatest number of broken rules that one answer lists. */
  static final int MAX_VIOLATIONS = 20;

  private final ProblemType type;
  private final String detail;
  private final List<Violation> violations;
  private final Map<String, Object> members;
  private final Map<String, String> headers;

  private Problem(
      ProblemType type,
      String detail,
      List<Violation> violations,
      Map<String, Object> members,
      Map<String, String> headers) {
    this.type = type;
    this.detail = detail;
    this.violations = violations;
    this.members = members;
    this.headers = headers;
  }

  /** Returns the problem as the catalogue describes it. */
  public static Problem of(ProblemType type) {
    Objects.requireNonNull(type);
    return new Problem(type, type.explanation(), List.of(), Map.of(), Map.of());
  }

  /**
   * Returns a copy with a description of this one occurrence, for people; it must not contain
   * internals or what others sent.
   */
  public Problem detail(String newDetail) {
    return new Problem(type, Objects.requireNonNull(newDetail), violations, members, headers);
  }

  /**
   * Returns a copy with the broken rules; an empty list leaves the member out.
   *
   * <p>At most {@value #MAX_VIOLATIONS} are shown, and {@code violationsOmitted} says how many are
   * not: the answer to a small request that is wrong throughout must not be many times its size.
   */
  public Problem violations(List<Violation> newViolations) {
    int omitted = newViolations.size() - MAX_VIOLATIONS;
    List<Violation> shown = omitted > 0 ? newViolations.subList(0, MAX_VIOLATIONS) : newViolations;
    return new Problem(type, detail, List.copyOf(shown), members, headers)
        .with("violationsOmitted", omitted > 0 ? omitted : null);
  }

  /**
   * Returns a copy with an extension member, RFC 9457 §3.2.
   *
   * @param value a string, number, boolean, JSON node, or a collection of these; anything else is
   *     written as its {@code toString()}. {@code null} leaves the member out.
   */
  public Problem with(String member, Object value) {
    return new Problem(type, detail, violations, added(members, member, value), headers);
  }

  /** Returns a copy with a response header; a second call with the same name replaces the first. */
  public Problem header(String name, String value) {
    return new Problem(type, detail, violations, members, added(headers, name, value));
  }

  /** Returns a copy with {@code Retry-After} in whole seconds, rounded up, at least 1. */
  public Problem retryAfter(Duration pause) {
    long seconds = pause.plusNanos(999_999_999).getSeconds();
    return header(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, seconds)));
  }

  public ProblemType type() {
    return type;
  }

  public int status() {
    return type.status();
  }

  /** Returns every header of the answer except its length, in the order to be written. */
  public Map<String, String> headers() {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(HttpHeaders.CONTENT_TYPE, MEDIA_TYPE);
    all.put(HttpHeaders.CACHE_CONTROL, "no-store");
    all.put("X-Content-Type-Options", "nosniff");
    all.putAll(headers);
    return all;
  }

  /**
   * Returns a copy that names the request that is refused.
   *
   * @param requestId null leaves the member out
   */
  public Problem inRequest(String requestId) {
    return with(RequestId.MEMBER, requestId);
  }

  /** Returns the JSON document in UTF-8. */
  public byte[] toJson() {
    return ProblemDocument.bytes(toNode());
  }

  ObjectNode toNode() {
    return ProblemDocument.of(type, detail, violations, members);
  }

  /** Returns the problem as the answer of a resource method or an exception mapper. */
  public Response toResponse() {
    // NameRequest writes the document when it is known which request is answered.
    Response.ResponseBuilder response = Response.status(status()).entity(this);
    headers().forEach(response::header);
    return response.build();
  }

  /** Returns the problem as an exception, for places that cannot return an answer. */
  public WebApplicationException toException() {
    return new ProblemException(this);
  }

  @Override
  public String toString() {
    List<String> fields = new ArrayList<>();
    violations.forEach(violation -> fields.add(violation.field()));
    return type.slug() + (fields.isEmpty() ? "" : " " + fields);
  }

  private static <V> Map<String, V> added(Map<String, V> map, String key, V value) {
    Map<String, V> copy = new LinkedHashMap<>(map);
    if (value == null) {
      copy.remove(key);
    } else {
      copy.put(key, value);
    }
    return copy;
  }
}
