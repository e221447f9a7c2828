package dev.uketsuke.problems;

/** Whether sending the refused request again can help, and with which idempotency key. */
public enum Resend {
  /** The same request with the same key, after a pause: it can never be executed twice. */
  SAME_KEY("Yes: the same request with the same key, after the pause named by Retry-After."),
  /** A corrected request. Nothing was recorded, so the same key may be used for it. */
  CORRECTED("Only after correcting the request. Nothing was recorded; the same key may be used."),
  /** Sending again only repeats the refusal; the state has to be looked up first. */
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
