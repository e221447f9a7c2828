package dev.uketsuke.submissions;

import java.time.Duration;
import java.util.function.Function;

/** What came of asking for a token. */
sealed interface IssueOutcome {

  /** Handles each case: there is no other. */
  <T> T fold(Function<SubmissionToken, T> issued, Function<Duration, T> tooMany);

  /** Here it is. */
  record Issued(SubmissionToken token) implements IssueOutcome {
    @Override
    public <T> T fold(Function<SubmissionToken, T> issued, Function<Duration, T> tooMany) {
      return issued.apply(token);
    }
  }

  /**
   * The account has as many live ones as it may.
   *
   * @param until the first of them expires
   */
  record TooMany(Duration until) implements IssueOutcome {
    @Override
    public <T> T fold(Function<SubmissionToken, T> issued, Function<Duration, T> tooMany) {
      return tooMany.apply(until);
    }
  }
}
