package dev.uketsuke.carrier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An access token as a token endpoint gives it out (RFC 6749 §5.1).
 *
 * @param authorization the value of the header; a secret
 * @param dueAt when it is to be renewed, by {@link System#nanoTime()}
 */
record AccessToken(String authorization, long dueAt) {

  /** RFC 6750 §2.1. Rules out a header within a header. */
  private static final Pattern USABLE = Pattern.compile("[A-Za-z0-9._~+/-]{1,16000}=*");

  /** For a server that does not say, as it should (RFC 6749 §5.1). */
  private static final Duration UNSTATED = Duration.ofMinutes(5);

  private static final Duration LONGEST = Duration.ofDays(1);

  /** Longer than a call, so that a token does not expire on its way. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final int SHARE = 10;

  /**
   * Returns the token of an answer; empty if it holds none of the type Bearer.
   *
   * @param askedAt when it was asked for: its lifetime began later
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

  /** Some servers write the number as a text. */
  private static Duration lifetime(JsonNode seconds) {
    long stated = Math.max(0, seconds.asLong(UNSTATED.toSeconds()));
    return Duration.ofSeconds(Math.min(stated, LONGEST.toSeconds()));
  }

  /** Returns whether it is to be renewed before it is used again. */
  boolean isDue(long now) {
    return now - dueAt >= 0;
  }

  /** Returns a text without the token. */
  @Override
  public String toString() {
    return "AccessToken";
  }
}
