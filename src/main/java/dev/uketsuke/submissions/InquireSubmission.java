package dev.uketsuke.submissions;

import dev.uketsuke.accounts.PoolShare;
import dev.uketsuke.accounts.WaitingThreads;
import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.database.Connections;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.submissions.Submission.Slot;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Answers the question "did my submission get through?" conclusively, and changes nothing.
 *
 * <p>Guarantee: while any open transaction holds the key, the answer is "in progress" and never
 * "not recorded" (P6). A plain SELECT does not see open transactions, so the unique index is asked:
 * the key is inserted with a short lock time-out, and the insert is always rolled back. If the
 * insert fails for a reason other than the key, the answer is "not recorded" only if no transaction
 * that has written applications is open at all. On a distributed engine no server can tell that, so
 * the outcome is then unknown.
 */
@Singleton
class InquireSubmission {

  /** The SQLSTATE of a statement that took too long. */
  private static final String CANCELLED = "57014";

  private final Connections connections;
  private final Transactions transactions;
  private final SubmissionProbe probe;
  private final KeyQueue queue;
  private final SharedQuestions questions;

  InquireSubmission(
      Connections connections,
      Transactions transactions,
      SubmissionProbe probe,
      KeyQueue queue,
      WaitingThreads threads,
      PoolShare share) {
    this.connections = connections;
    this.transactions = transactions;
    this.probe = probe;
    this.queue = queue;
    this.questions = new SharedQuestions(threads, share.inquiries(), this::ask);
  }

  /**
   * Returns the state of a submission. Inquiries about one key at the same time share one question
   * to the database; those that wait hold neither a thread nor a connection.
   *
   * @return the state; fails with a {@link dev.uketsuke.database.DatabaseException} if the database
   *     cannot be asked, and nothing is known then
   */
  CompletionStage<SubmissionState> inquire(Slot slot) {
    return questions.ask(slot);
  }

  private SubmissionState ask(Slot slot) {
    return connections.run(
        connection -> {
          Optional<ShippingApplication> found = find(connection, slot);
          if (found.isPresent()) {
            return SubmissionState.of(found.get());
          }
          return queue.isOpen(slot) ? SubmissionState.inProgress() : askIndex(connection, slot);
        });
  }

  private SubmissionState askIndex(Connection connection, Slot slot) throws SQLException {
    try {
      if (probe.isFree(connection, slot)) {
        return SubmissionState.notRecorded();
      }
    } catch (SQLException e) {
      return askLocks(connection, slot, e);
    }
    // The key was committed between the read and the probe.
    return find(connection, slot).map(SubmissionState::of).orElseGet(SubmissionState::inProgress);
  }

  /**
   * Decides by the locks on the table if the index could not be asked, because the probe broke a
   * constraint, took too long, or found the whole table locked. The locks are read before the row,
   * so that a transaction which commits in between is seen in the row.
   */
  private SubmissionState askLocks(Connection connection, Slot slot, SQLException probeFailure)
      throws SQLException {
    DatabaseFailure failure = DatabaseFailure.of(probeFailure);
    boolean connected =
        failure == DatabaseFailure.LOCKED
            || failure == DatabaseFailure.FAULT
            || CANCELLED.equals(probeFailure.getSQLState());
    if (!connected) {
      throw probeFailure;
    }
    if (!probe.seesAllWriters()) {
      if (failure == DatabaseFailure.LOCKED) {
        return SubmissionState.inProgress();
      }
      throw probeFailure; // The outcome is unknown, and the answer says so.
    }
    if (transactions.single(connection, probe::isWritten)) {
      // The transaction may concern another key; "in progress" only tells the client to ask again.
      return SubmissionState.inProgress();
    }
    return find(connection, slot).map(SubmissionState::of).orElseGet(SubmissionState::notRecorded);
  }

  private Optional<ShippingApplication> find(Connection connection, Slot slot) throws SQLException {
    return transactions.single(
        connection, open -> ShippingApplication.findByKey(open, slot.account(), slot.key()));
  }
}
