package dev.uketsuke.applications;

import dev.uketsuke.applications.SubmissionOutcome.Kind;
import dev.uketsuke.applications.SubmissionTable.Found;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.database.Retry;
import dev.uketsuke.database.Transactions;
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

  RecordSubmission(AgroalDataSource dataSource, SubmissionTable table) {
    this.dataSource = dataSource;
    this.table = table;
  }

  /**
   * The work for one submission. It blocks until the outcome is known or its time-out has passed,
   * and throws {@link DatabaseException} for a fault of ours; nothing was recorded then.
   */
  KeyQueue.Work of(Submission submission) {
    return new KeyQueue.Work() {
      @Override
      public SubmissionOutcome decide() {
        return run(connection -> insertOrFind(connection, submission));
      }

      @Override
      public SubmissionOutcome repeat() {
        return run(connection -> findOrInsert(connection, submission));
      }
    };
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
    Optional<Receipt> created = table.insert(connection, submission);
    if (created.isPresent()) {
      return new SubmissionOutcome(Kind.CREATED, created.get());
    }
    return find(connection, submission).orElse(SubmissionOutcome.of(Kind.UNKNOWN));
  }

  /** A committed row never goes away, so reading it first is safe; it only saves the insert. */
  private SubmissionOutcome findOrInsert(Connection connection, Submission submission)
      throws SQLException {
    Optional<SubmissionOutcome> found = find(connection, submission);
    return found.isPresent() ? found.get() : insertOrFind(connection, submission);
  }

  private Optional<SubmissionOutcome> find(Connection connection, Submission submission)
      throws SQLException {
    return table
        .find(connection, submission.account(), submission.key())
        .map(found -> compare(found, submission));
  }

  private static SubmissionOutcome compare(Found found, Submission submission) {
    boolean same = found.fingerprint().equals(submission.fingerprint());
    if (found.expired()) {
      return same
          ? new SubmissionOutcome(Kind.EXPIRED, found.receipt())
          : SubmissionOutcome.of(Kind.EXPIRED_OTHER_CONTENT);
    }
    return same
        ? new SubmissionOutcome(Kind.REPLAYED, found.receipt())
        : SubmissionOutcome.of(Kind.CONFLICT);
  }

  private SubmissionOutcome failed(SQLException e) {
    return switch (DatabaseFailure.of(e)) {
      case LOCKED -> SubmissionOutcome.of(Kind.IN_PROGRESS);
      case RETRYABLE, UNAVAILABLE -> SubmissionOutcome.of(Kind.NOT_BEGUN);
      case UNKNOWN -> {
        LOG.warnf("outcome of a submission unknown: %s", e.getMessage());
        // What broke this connection may have broken those that lie idle.
        dataSource.flush(AgroalDataSource.FlushMode.INVALID);
        yield SubmissionOutcome.of(Kind.UNKNOWN);
      }
      case FAULT -> throw new DatabaseException(e);
    };
  }
}
