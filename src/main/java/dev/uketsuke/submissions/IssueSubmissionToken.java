package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.accounts.AccountTurns;
import dev.uketsuke.accounts.WaitingThreads;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.submissions.IssueOutcome.Issued;
import dev.uketsuke.submissions.IssueOutcome.TooMany;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jboss.logging.Logger;

/**
 * Issues a submission token: an idempotency key that is good for one application of one account.
 *
 * <p>Guarantee: a token cannot be guessed (256 random bits) or read from the database (only its
 * hash is stored), and only its account can use it.
 */
@Singleton
class IssueSubmissionToken {

  private static final Logger LOG = Logger.getLogger(IssueSubmissionToken.class);
  private static final int RANDOM_BYTES = 32;

  /** Is an instance field, because a static field of a native image would keep the build's seed. */
  private final SecureRandom random = new SecureRandom();

  /** The number of attempts; each chooses another free slot of the account. */
  private static final int ATTEMPTS = 5;

  private final Transactions transactions;
  private final TokenTable table;
  private final AccountTurns turns;
  private final Counter issued;

  IssueSubmissionToken(
      Transactions transactions,
      TokenTable table,
      WaitingThreads threads,
      DatabaseLimits limits,
      MeterRegistry metrics) {
    this.transactions = transactions;
    this.table = table;
    this.turns = new AccountTurns(threads, limits.lockTimeout(), 1);
    this.issued =
        Counter.builder("uketsuke.submission.tokens")
            .description("Submission tokens by what happened to them")
            .tag("event", "issued")
            .register(metrics);
  }

  /**
   * Issues a token. Requests of one account are handled one after the other; those that wait hold
   * neither a thread nor a connection.
   *
   * @return the outcome; fails with a {@link DatabaseException} if the database failed or the turn
   *     did not come in time. A token that was stored nevertheless is known to nobody and expires
   */
  CompletionStage<IssueOutcome> issue(Account account) {
    return turns.call(
        account,
        () -> logged(attempt(account)),
        "No submission token was issued. This account requests too many tokens at once.");
  }

  private IssueOutcome attempt(Account account) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      try {
        Optional<IssueOutcome> outcome = transactions.run(connection -> once(connection, account));
        if (outcome.isPresent()) {
          return outcome.get();
        }
      } catch (DatabaseException e) {
        if (e.failure() != DatabaseFailure.LOCKED) {
          throw e;
        }
      }
    }
    throw busy("Other instances took each of the account's slots that was tried.");
  }

  private Optional<IssueOutcome> once(Connection connection, Account account) throws SQLException {
    IdempotencyKey token = newToken();
    Optional<Instant> expiry = table.insert(connection, account, token);
    return expiry.isPresent()
        ? Optional.of(new Issued(new SubmissionToken(token.value(), expiry.get())))
        : table.untilBelowCeiling(connection, account).map(TooMany::new);
  }

  private static DatabaseException busy(String why) {
    return new DatabaseException(
        DatabaseFailure.LOCKED, new SQLException("No submission token was issued. " + why));
  }

  private IssueOutcome logged(IssueOutcome outcome) {
    return outcome.fold(
        token -> {
          issued.increment();
          LOG.infof("Submission token issued, key=%s", new IdempotencyKey(token.token()).hash());
          return outcome;
        },
        until -> {
          LOG.debugf(
              "No submission token issued: too many live ones; the first expires in %s", until);
          return outcome;
        });
  }

  private IdempotencyKey newToken() {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return new IdempotencyKey(
        IdempotencyKey.TOKEN_PREFIX
            + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }
}
