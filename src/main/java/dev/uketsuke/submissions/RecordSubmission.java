package dev.uketsuke.submissions;

import dev.uketsuke.applications.MoveMessages;
import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.database.Connections;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.outbox.WakeRelay;
import dev.uketsuke.submissions.SubmissionOutcome.Kind;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;

/**
 * Takes one submission to the database and says what became of it.
 *
 * <p>Guarantee: a failure is reported as what it is. Without a connection nothing was begun; after
 * that a lost connection or a time-out is unknown and a held key is in progress (P6); only a
 * committed row is created or replayed.
 */
@Singleton
class RecordSubmission {

  private static final Logger LOG = Logger.getLogger(RecordSubmission.class);

  /** The count of the account's new keys was held by another instance; compared by identity. */
  private static final SubmissionOutcome COUNT_HELD = SubmissionOutcome.of(Kind.NOT_BEGUN);

  private static final int PAUSE_MILLIS = 50;

  private final Connections connections;
  private final Transactions transactions;
  private final DatabaseLimits limits;
  private final SubmissionTable table;
  private final SubmissionProbe probe;
  private final NewKeySettings keys;
  private final NewKeyCeiling ceiling;
  private final WakeRelay wakeRelay;

  RecordSubmission(
      Connections connections,
      Transactions transactions,
      DatabaseLimits limits,
      SubmissionTable table,
      SubmissionProbe probe,
      NewKeySettings keys,
      NewKeyCeiling ceiling,
      WakeRelay wakeRelay) {
    this.connections = connections;
    this.transactions = transactions;
    this.limits = limits;
    this.table = table;
    this.probe = probe;
    this.keys = keys;
    this.ceiling = ceiling;
    this.wakeRelay = wakeRelay;
  }

  /**
   * Returns the work for one submission. It blocks until the outcome is known or its time-out has
   * passed, and throws {@link DatabaseException} for a fault of ours; nothing was recorded then.
   */
  KeyQueue.Work of(Submission submission) {
    return new KeyQueue.Work() {
      @Override
      public SubmissionOutcome decide() {
        return told(persist(connection -> insertOrFind(connection, submission)));
      }

      @Override
      public SubmissionOutcome repeat() {
        return told(persist(connection -> findOrInsert(connection, submission)));
      }

      @Override
      public boolean waitsForItsAccount() {
        return ceiling.isSet();
      }
    };
  }

  private SubmissionOutcome told(SubmissionOutcome outcome) {
    if (outcome.kind() == Kind.CREATED) {
      wakeRelay.wake(MoveMessages.EVENT);
    }
    return outcome;
  }

  /** Tries again while another instance holds the account's count; it holds no connection then. */
  private SubmissionOutcome persist(Transactions.Work<SubmissionOutcome> work) {
    long deadline = System.nanoTime() + limits.lockTimeout().toNanos();
    SubmissionOutcome outcome = run(work);
    while (outcome == COUNT_HELD && System.nanoTime() < deadline) {
      try {
        Thread.sleep(ThreadLocalRandom.current().nextInt(1, PAUSE_MILLIS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return outcome;
      }
      outcome = run(work);
    }
    return outcome;
  }

  private SubmissionOutcome run(Transactions.Work<SubmissionOutcome> work) {
    try {
      return connections.run(work);
    } catch (DatabaseException e) {
      return failed(e);
    }
  }

  private SubmissionOutcome insertOrFind(Connection connection, Submission submission)
      throws SQLException {
    boolean token = submission.key().isToken();
    if (keys.tokensRequired() && !token) {
      return findOrRequireToken(connection, submission);
    }
    Optional<SubmissionOutcome> decided =
        ceiling.isSet()
            ? insertCounted(connection, submission)
            : transactions
                .single(connection, open -> table.insert(open, submission))
                .map(receipt -> SubmissionOutcome.of(Kind.CREATED, receipt));
    return decided.isPresent()
        ? decided.get()
        : find(connection, submission)
            .orElse(SubmissionOutcome.of(token ? Kind.TOKEN_INVALID : Kind.UNKNOWN));
  }

  /** A committed row never goes away, so reading it first is safe; it only saves the insert. */
  private SubmissionOutcome findOrInsert(Connection connection, Submission submission)
      throws SQLException {
    Optional<SubmissionOutcome> found = find(connection, submission);
    return found.isPresent() ? found.get() : insertOrFind(connection, submission);
  }

  /** Other keys from before tokens were required are still answered for what they did. */
  private SubmissionOutcome findOrRequireToken(Connection connection, Submission submission)
      throws SQLException {
    Optional<SubmissionOutcome> found = find(connection, submission);
    if (found.isPresent()) {
      return found.get();
    }
    // An instance that does not require tokens yet may be about to commit this very key.
    return probe.isFree(connection, submission.slot())
        ? SubmissionOutcome.of(Kind.TOKEN_REQUIRED)
        : find(connection, submission).orElse(SubmissionOutcome.of(Kind.UNKNOWN));
  }

  /** Counts last, so that the account's count is held for the moment of the commit only. */
  private Optional<SubmissionOutcome> insertCounted(Connection connection, Submission submission)
      throws SQLException {
    return transactions.within(
        connection,
        open -> {
          Optional<Receipt> created = table.insert(open, submission);
          if (created.isEmpty()) {
            return Optional.empty();
          }
          Optional<KeyQuota> quota = ceiling.count(open, submission.account());
          if (quota.isPresent() && !quota.get().isExceeded()) {
            return Optional.of(new SubmissionOutcome(Kind.CREATED, created.get(), quota.get()));
          }
          open.rollback();
          return Optional.of(
              quota
                  .map(exceeded -> new SubmissionOutcome(Kind.TOO_MANY_KEYS, null, exceeded))
                  .orElse(COUNT_HELD));
        });
  }

  private Optional<SubmissionOutcome> find(Connection connection, Submission submission)
      throws SQLException {
    return transactions
        .single(
            connection,
            open -> ShippingApplication.findByKey(open, submission.account(), submission.key()))
        .map(found -> compare(found, submission));
  }

  private static SubmissionOutcome compare(ShippingApplication found, Submission submission) {
    boolean same = found.hasContent(submission.fingerprint());
    if (found.isKeyExpired()) {
      return same
          ? SubmissionOutcome.of(Kind.EXPIRED, Receipt.of(found))
          : SubmissionOutcome.of(Kind.EXPIRED_OTHER_CONTENT);
    }
    return same
        ? SubmissionOutcome.of(Kind.REPLAYED, Receipt.of(found))
        : SubmissionOutcome.of(Kind.CONFLICT);
  }

  private static SubmissionOutcome failed(DatabaseException e) {
    return switch (e.failure()) {
      case LOCKED -> SubmissionOutcome.of(Kind.IN_PROGRESS);
      case RETRYABLE, STALE, UNAVAILABLE -> {
        LOG.warnf("A submission was not begun: %s", e.getCause().getMessage());
        yield SubmissionOutcome.of(Kind.NOT_BEGUN);
      }
      case UNKNOWN -> {
        LOG.warnf("The outcome of a submission is not known: %s", e.getCause().getMessage());
        yield SubmissionOutcome.of(Kind.UNKNOWN);
      }
      case FAULT -> throw e;
    };
  }
}
