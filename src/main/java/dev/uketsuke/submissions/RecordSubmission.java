package dev.uketsuke.submissions;

import dev.uketsuke.applications.MoveMessages;
import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.database.Retry;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.outbox.WakeRelay;
import dev.uketsuke.submissions.SubmissionOutcome.Kind;
import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
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

  private final AgroalDataSource dataSource;
  private final SubmissionTable table;
  private final SubmissionProbe probe;
  private final NewKeySettings keys;
  private final NewKeyCeiling ceiling;
  private final WakeRelay wakeRelay;

  RecordSubmission(
      AgroalDataSource dataSource,
      SubmissionTable table,
      SubmissionProbe probe,
      NewKeySettings keys,
      NewKeyCeiling ceiling,
      WakeRelay wakeRelay) {
    this.dataSource = dataSource;
    this.table = table;
    this.probe = probe;
    this.keys = keys;
    this.ceiling = ceiling;
    this.wakeRelay = wakeRelay;
  }

  /**
   * The work for one submission. It blocks until the outcome is known or its time-out has passed,
   * and throws {@link DatabaseException} for a fault of ours; nothing was recorded then.
   */
  KeyQueue.Work of(Submission submission) {
    return new KeyQueue.Work() {
      @Override
      public SubmissionOutcome decide() {
        return told(run(connection -> insertOrFind(connection, submission)));
      }

      @Override
      public SubmissionOutcome repeat() {
        return told(run(connection -> findOrInsert(connection, submission)));
      }
    };
  }

  private SubmissionOutcome told(SubmissionOutcome outcome) {
    if (outcome.kind() == Kind.CREATED) {
      wakeRelay.wake(MoveMessages.EVENT);
    }
    return outcome;
  }

  private SubmissionOutcome run(Transactions.Work<SubmissionOutcome> work) {
    Connection connection;
    try {
      connection = dataSource.getConnection();
    } catch (SQLException e) {
      LOG.warnf("no database connection to be had: %s", e.getMessage());
      return SubmissionOutcome.of(Kind.NOT_BEGUN);
    }
    SubmissionOutcome outcome = null;
    try (connection) {
      outcome = Retry.onConflict(() -> work.run(connection));
      return outcome;
    } catch (SQLException e) {
      // The connection could not be given back: that does not change what was committed.
      return outcome != null ? outcome : failed(e);
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
            : table
                .insert(connection, submission)
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
    return Transactions.on(
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
                  .orElse(SubmissionOutcome.of(Kind.NOT_BEGUN)));
        });
  }

  private Optional<SubmissionOutcome> find(Connection connection, Submission submission)
      throws SQLException {
    return ShippingApplication.findByKey(connection, submission.account(), submission.key())
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

  private SubmissionOutcome failed(SQLException e) {
    return switch (DatabaseFailure.of(e)) {
      case LOCKED -> SubmissionOutcome.of(Kind.IN_PROGRESS);
      case RETRYABLE, UNAVAILABLE -> SubmissionOutcome.of(Kind.NOT_BEGUN);
      case UNKNOWN -> {
        LOG.warnf("outcome of a submission unknown: %s", e.getMessage());
        // What broke this connection has likely broken those that lie idle: one such answer is
        // enough.
        dataSource.flush(AgroalDataSource.FlushMode.IDLE);
        yield SubmissionOutcome.of(Kind.UNKNOWN);
      }
      case FAULT -> throw new DatabaseException(e);
    };
  }
}
