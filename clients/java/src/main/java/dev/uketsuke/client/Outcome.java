package dev.uketsuke.client;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What became of a submission. The type tells outcomes apart; from Java 21 on a {@code switch} over
 * it is checked for completeness.
 */
public sealed interface Outcome {

  /** The application was accepted now. */
  record Created(Receipt receipt) implements Outcome {}

  /** The application was accepted earlier; the receipt is the first one. */
  record Replayed(Receipt receipt) implements Outcome {}

  /** Other content was accepted under this key, and nothing was changed. */
  record Conflict() implements Outcome {}

  /**
   * The application was accepted so long ago that its receipt is gone. Look it up, and do not send
   * it again.
   *
   * @param applicationId present only if the content is the same
   */
  record Expired(Optional<String> applicationId) implements Outcome {}

  /**
   * Nothing was recorded. Correct the content and submit it under the same name.
   *
   * @param problem the last part of the problem's type, for example {@code invalid-request}
   * @param detail what is wrong, for people; may be empty
   * @param violations the broken rules; may be empty
   */
  record Refused(String problem, String detail, List<Violation> violations) implements Outcome {

    /**
     * One broken rule.
     *
     * @param field the member as a path; empty for the request as a whole
     * @param code the kind of rule, for programs
     * @param message for people
     */
    public record Violation(String field, String code, String message) {}
  }

  /** Nothing was recorded, because the service refused the token, and a renewed one too. */
  record SignedOut() implements Outcome {}

  /** The service says that nothing is recorded under the key. Submit again. */
  record NotRecorded() implements Outcome {}

  /**
   * An earlier attempt is still being processed. Submit or ask again later.
   *
   * @param retryAfter how long the service asks to wait, if that is longer than the client waits
   */
  record InProgress(Optional<Duration> retryAfter) implements Outcome {}

  /**
   * Nobody knows yet; this is no failure. Submit or ask again later.
   *
   * @param retryAfter how long the service asks to wait, if that is longer than the client waits
   * @param cause the last failure of the network or of the token source
   */
  record Unknown(Optional<Duration> retryAfter, Optional<Exception> cause) implements Outcome {}
}
