package dev.uketsuke.submissions;

import dev.uketsuke.applications.MoveMessages;
import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.database.Connections;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.idempotency.Fingerprint.Comparison;
import dev.uketsuke.outbox.WakeRelay;
import dev.uketsuke.submissions.SubmissionOutcome.Kind;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jboss.logging.Logger;

/**
 * Records a submission in the database and returns its outcome.
 *
 * <p>Guarantee: the outcome is {@code CREATED} or {@code REPLAYED} only if the application is
 * committed. If no connection was available it is {@code NOT_BEGUN}; if the connection was lost or
 * a statement timed out it is {@code UNKNOWN}; if another transaction held the key it is {@code
 * IN_PROGRESS} (P6).
 */
@Singleton
class RecordSubmission {

  private static final Logger LOG = Logger.getLogger(RecordSubmission.class);

  /**
   * The outcome if another instance held the lock on the account's count of new keys. It is
   * recognised by identity, because other outcomes of this kind are not tried again here.
   */
  private static final SubmissionOutcome COUNT_HELD = SubmissionOutcome.of(Kind.NOT_BEGUN);

  private static final int PAUSE_MILLIS = 50;

  private final Connections connections;
  private final Transactions transactions;
  private final DatabaseLimits limits;
  private final InsertSubmission insert;
  private final SubmissionProbe probe;
  private final NewKeySettings keys;
  private final NewKeyCeiling ceiling;
  private final WakeRelay wakeRelay;

  RecordSubmission(
      Connections connections,
      Transactions transactions,
      DatabaseLimits limits,
      InsertSubmission insert,
      SubmissionProbe probe,
      NewKeySettings keys,
      NewKeyCeiling ceiling,
      WakeRelay wakeRelay) {
    this.connections = connections;
    this.transactions = transactions;
    this.limits = limits;
    this.insert = insert;
    this.probe = probe;
    this.keys = keys;
    this.ceiling = ceiling;
    this.wakeRelay = wakeRelay;
  }

  /**
   * Returns the work for one submission. The work blocks until the outcome is known or the time-out
   * has passed. It throws a {@link DatabaseException} for a fault of ours; nothing was recorded
   * then.
   */
  KeyQueue.Work of(Submission submission) {
    return new KeyQueue.Work() {
      @Override
      public SubmissionOutcome decide() {
        return announced(persist(connection -> insertOrFind(connection, submission)));
      }

      @Override
      public SubmissionOutcome repeat() {
        return announced(persist(connection -> findOrInsert(connection, submission)));
      }

      @Override
      public boolean waitsForItsAccount() {
        return ceiling.isSet();
      }
    };
  }

  /** Wakes the relay if there is a new event to send, and returns the outcome. */
  private SubmissionOutcome announced(SubmissionOutcome outcome) {
    if (outcome.kind() == Kind.CREATED) {
      wakeRelay.wake(MoveMessages.EVENT);
    }
    return outcome;
  }

  /**
   * Runs the work, and runs it again while another instance holds the lock on the account's count.
   * No connection is held between two attempts.
   */
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
            : insert
                .alone(connection, submission)
                .map(receipt -> SubmissionOutcome.of(Kind.CREATED, receipt));
    return decided.isPresent()
        ? decided.get()
        : find(connection, submission)
            .orElse(SubmissionOutcome.of(token ? Kind.TOKEN_INVALID : Kind.UNKNOWN));
  }

  /**
   * Reads first and inserts only if nothing is found; safe, because committed rows are never
   * deleted.
   */
  private SubmissionOutcome findOrInsert(Connection connection, Submission submission)
      throws SQLException {
    Optional<SubmissionOutcome> found = find(connection, submission);
    return found.isPresent() ? found.get() : insertOrFind(connection, submission);
  }

  /** Answers a key that is not a token: replays it if it was used before tokens were required. */
  private SubmissionOutcome findOrRequireToken(Connection connection, Submission submission)
      throws SQLException {
    Optional<SubmissionOutcome> found = find(connection, submission);
    if (found.isPresent()) {
      return found.get();
    }
    // An instance that does not require tokens yet may be committing this key at the moment.
    return probe.isFree(connection, submission.slot())
        ? SubmissionOutcome.of(Kind.TOKEN_REQUIRED)
        : find(connection, submission).orElse(SubmissionOutcome.of(Kind.UNKNOWN));
  }

  /** Inserts, then counts: the lock on the account's count is then held only until the commit. */
  private Optional<SubmissionOutcome> insertCounted(Connection connection, Submission submission)
      throws SQLException {
    return transactions.within(
        connection,
        open -> {
          Optional<Receipt> created = insert.within(open, submission);
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
    Comparison content = submission.compare(found.fingerprint());
    if (found.isKeyExpired()) {
      return content == Comparison.SAME
          ? SubmissionOutcome.of(Kind.EXPIRED, Receipt.of(found))
          : SubmissionOutcome.of(Kind.EXPIRED_OTHER_CONTENT);
    }
    return switch (content) {
      case SAME -> SubmissionOutcome.of(Kind.REPLAYED, Receipt.of(found));
      case OTHER -> SubmissionOutcome.of(Kind.CONFLICT);
      case UNKNOWN_RULE -> {
        LOG.errorf(
            "A resend cannot be compared with application %s, because a newer release stored its"
                + " fingerprint by rule %d: update this instance",
            found.id(), found.fingerprint().version());
        yield SubmissionOutcome.of(Kind.UNKNOWN);
      }
    };
  }

  private static SubmissionOutcome failed(DatabaseException e) {
    return switch (e.failure()) {
      case LOCKED -> SubmissionOutcome.of(Kind.IN_PROGRESS);
      case RETRYABLE, STALE, UNAVAILABLE -> {
        LOG.warnf("A submission was not begun: %s", e.reason());
        yield SubmissionOutcome.of(Kind.NOT_BEGUN);
      }
      case UNKNOWN -> {
        LOG.warnf("The outcome of a submission is not known: %s", e.reason());
        yield SubmissionOutcome.of(Kind.UNKNOWN);
      }
      case FAULT -> throw e;
    };
  }
}
