package dev.uketsuke.submissions;

import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.database.Connections;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.submissions.Submission.Slot;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.context.ManagedExecutor;

/**
 * Answers "did my submission get through?" conclusively, and changes nothing.
 *
 * <p>Guarantee: while any open transaction holds the key the answer is in progress, never "not
 * recorded" (P6). A plain read cannot know that, so the unique index itself is asked: the key is
 * inserted with a short lock time-out and always rolled back. Where that fails for another reason
 * than the key, the answer is "not recorded" only if no transaction that has written applications
 * is open at all.
 */
@Singleton
class InquireSubmission {

  /** SQLSTATE of a statement that took too long. */
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
      ManagedExecutor executor,
      DatabaseLimits limits,
      PoolShare share) {
    this.connections = connections;
    this.transactions = transactions;
    this.probe = probe;
    this.queue = queue;
    this.questions =
        new SharedQuestions(
            executor,
            new AccountTurns(executor, limits.lockTimeout(), share.ofInquiries()),
            this::ask);
  }

  /**
   * Inquires. Whoever inquires about a key that is being asked about holds neither a thread nor a
   * connection until it is answered.
   *
   * @return completed with a {@link dev.uketsuke.database.DatabaseException} if the database cannot
   *     be asked; nothing is known then
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
    // Committed between our read and our probe.
    return find(connection, slot).map(SubmissionState::of).orElseGet(SubmissionState::inProgress);
  }

  /**
   * Asks in the second way, where the index could not be asked because the probe met a constraint,
   * a slow trigger or a lock on the whole table. The locks are read before the rows: whoever
   * commits in between is then seen in the rows.
   */
  private SubmissionState askLocks(Connection connection, Slot slot, SQLException met)
      throws SQLException {
    DatabaseFailure failure = DatabaseFailure.of(met);
    boolean alive =
        failure == DatabaseFailure.LOCKED
            || failure == DatabaseFailure.FAULT
            || CANCELLED.equals(met.getSQLState());
    if (!alive) {
      throw met;
    }
    if (transactions.single(connection, probe::isWritten)) {
      // Perhaps by another key; the answer promises nothing and says to ask again.
      return SubmissionState.inProgress();
    }
    return find(connection, slot).map(SubmissionState::of).orElseGet(SubmissionState::notRecorded);
  }

  private Optional<ShippingApplication> find(Connection connection, Slot slot) throws SQLException {
    return transactions.single(
        connection, open -> ShippingApplication.findByKey(open, slot.account(), slot.key()));
  }
}
