package dev.uketsuke.submissions;

import java.time.Duration;

/**
 * The quota of new keys that an account may use in a minute, and its form in the header fields of
 * draft-ietf-httpapi-ratelimit-headers-11.
 *
 * @param limit the number of new keys per minute
 * @param used the number of keys used in the current minute, the present one included
 * @param reset the time until the minute ends, 1 to 60 seconds
 */
record KeyQuota(int limit, int used, Duration reset) {

  static final String POLICY_HEADER = "RateLimit-Policy";
  static final String HEADER = "RateLimit";

  /** Checks whether the present key exceeds the quota. */
  boolean isExceeded() {
    return used > limit;
  }

  /** Returns the policy (draft §3): the quota, and the length of the window in seconds. */
  String policy() {
    return "\"new-keys\";q=" + limit + ";w=60";
  }

  /** Returns what is left of the quota, and for how many seconds (draft §4). */
  String left() {
    return "\"new-keys\";r=" + Math.max(0, limit - used) + ";t=" + reset.toSeconds();
  }
}
