package dev.uketsuke.submissions;

import java.time.Duration;
import java.util.function.Function;

/** The outcome of a request for a submission token. */
sealed interface IssueOutcome {

  /** Calls the function for the present case and returns its result. */
  <T> T fold(Function<SubmissionToken, T> issued, Function<Duration, T> tooMany);

  /** A token was issued. */
  record Issued(SubmissionToken token) implements IssueOutcome {
    @Override
    public <T> T fold(Function<SubmissionToken, T> issued, Function<Duration, T> tooMany) {
      return issued.apply(token);
    }
  }

  /**
   * No token was issued, because the account has as many live tokens as it may have.
   *
   * @param until how long it takes until the first of them expires
   */
  record TooMany(Duration until) implements IssueOutcome {
    @Override
    public <T> T fold(Function<SubmissionToken, T> issued, Function<Duration, T> tooMany) {
      return tooMany.apply(until);
    }
  }
}
