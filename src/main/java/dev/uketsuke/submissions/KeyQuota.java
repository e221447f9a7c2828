package dev.uketsuke.submissions;

import java.time.Duration;

/**
 * What an account has left of the new keys it may use in a minute, and how that is said in the
 * header fields of draft-ietf-httpapi-ratelimit-headers-11.
 *
 * @param limit new keys a minute
 * @param used in the current minute, this one included
 * @param reset until the minute ends; 1 to 60 seconds
 */
record KeyQuota(int limit, int used, Duration reset) {

  static final String POLICY_HEADER = "RateLimit-Policy";
  static final String HEADER = "RateLimit";

  /** Whether this key is one too many. */
  boolean isExceeded() {
    return used > limit;
  }

  /** The rule, draft §3: quota and window in seconds. */
  String policy() {
    return "\"new-keys\";q=" + limit + ";w=60";
  }

  /** What is left of it, draft §4: for how many seconds. */
  String left() {
    return "\"new-keys\";r=" + Math.max(0, limit - used) + ";t=" + reset.toSeconds();
  }
}
