package dev.uketsuke.problems;

/** Says whether the client can send a refused request again, and with which idempotency key. */
public enum Resend {
  /** Send the same request with the same key after a pause; it cannot be executed twice. */
  SAME_KEY("Yes: the same request with the same key, after the pause named by Retry-After."),
  /** Send a corrected request. Nothing was recorded, so the same key may be used. */
  CORRECTED("Only after correcting the request. Nothing was recorded; the same key may be used."),
  /** Do not send again: the refusal would be repeated. Look the state up first. */
  NO("No: the same request would be refused again.");

  private final String rule;

  Resend(String rule) {
    this.rule = rule;
  }

  /** Returns the rule as a sentence for people. */
  public String rule() {
    return rule;
  }

  /** Returns the rule as a word for programs, for example {@code same-key}. */
  public String slug() {
    return Slugs.of(this);
  }
}
