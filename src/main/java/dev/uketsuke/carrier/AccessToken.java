package dev.uketsuke.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An access token that a token endpoint has issued (RFC 6749 §5.1).
 *
 * @param authorization the value of the header {@code Authorization}; a secret
 * @param dueAt the time when the token has to be renewed, by {@link System#nanoTime()}
 */
record AccessToken(String authorization, long dueAt) {

  /** The form of RFC 6750 §2.1; other characters could add a header to our request. */
  private static final Pattern USABLE = Pattern.compile("[A-Za-z0-9._~+/-]{1,16000}=*");

  /** The lifetime of a token if the server does not state it, as it should (RFC 6749 §5.1). */
  private static final Duration UNSTATED = Duration.ofMinutes(5);

  private static final Duration MAX_LIFETIME = Duration.ofDays(1);

  /** How long before its expiry a token is renewed; longer than a call, so that no call fails. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final int SHARE = 10;

  /**
   * Returns the token in an answer; empty if there is none of the type Bearer.
   *
   * @param askedAt the time of the request, from which the lifetime is counted to be safe
   */
  static Optional<AccessToken> of(ObjectNode answer, long askedAt) {
    String token = answer.path("access_token").textValue();
    String type = answer.path("token_type").asText("Bearer");
    if (token == null || !USABLE.matcher(token).matches() || !"Bearer".equalsIgnoreCase(type)) {
      return Optional.empty();
    }
    Duration life = lifetime(answer.path("expires_in"));
    Duration share = life.dividedBy(SHARE);
    Duration margin = share.compareTo(MARGIN) < 0 ? share : MARGIN;
    return Optional.of(new AccessToken("Bearer " + token, askedAt + life.minus(margin).toNanos()));
  }

  /** Returns the lifetime; the number may be a text, because some servers write it so. */
  private static Duration lifetime(JsonNode seconds) {
    long stated = Math.max(0, seconds.asLong(UNSTATED.toSeconds()));
    return Duration.ofSeconds(Math.min(stated, MAX_LIFETIME.toSeconds()));
  }

  /** Checks whether the token has to be renewed before it is used again. */
  boolean isDue(long now) {
    return now - dueAt >= 0;
  }

  /** Returns a text without the token. */
  @Override
  public String toString() {
    return "AccessToken";
  }
}
