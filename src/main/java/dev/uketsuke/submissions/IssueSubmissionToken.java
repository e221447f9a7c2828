package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.idempotency.IdempotencyKey;
import dev.uketsuke.submissions.IssueOutcome.Issued;
import dev.uketsuke.submissions.IssueOutcome.TooMany;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Gives an account a key that is good for one application.
 *
 * <p>Guarantee: nobody can guess it (256 random bits) or read it from the database (only its hash
 * is stored), and nobody but the account can spend it.
 */
@Singleton
class IssueSubmissionToken {

  private static final Logger LOG = Logger.getLogger(IssueSubmissionToken.class);
  private static final int RANDOM_BYTES = 32;

  /** Of the instance, not of the class: a native image would keep the seed of its build. */
  private final SecureRandom random = new SecureRandom();

  private final Transactions transactions;
  private final TokenTable table;
  private final Counter issued;

  IssueSubmissionToken(Transactions transactions, TokenTable table, MeterRegistry metrics) {
    this.transactions = transactions;
    this.table = table;
    this.issued =
        Counter.builder("uketsuke.submission.tokens")
            .description("Submission tokens by what happened to them")
            .tag("event", "issued")
            .register(metrics);
  }

  /**
   * Issues a token.
   *
   * @throws dev.uketsuke.database.DatabaseException if the database failed; a token that was stored
   *     all the same is known to nobody and expires
   */
  IssueOutcome issue(Account account) {
    IdempotencyKey token = newToken();
    IssueOutcome outcome =
        transactions.run(
            connection -> {
              Optional<Instant> expiry = table.insert(connection, account, token);
              return expiry.isPresent()
                  ? new Issued(new SubmissionToken(token.value(), expiry.get()))
                  : new TooMany(table.untilFirstExpiry(connection, account));
            });
    return outcome.fold(
        ok -> {
          issued.increment();
          LOG.infof("submission token issued key=%s", token.hash());
          return outcome;
        },
        tooMany -> {
          LOG.debugf("too many live submission tokens, the first ends in %s", tooMany);
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
