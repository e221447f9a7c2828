package dev.uketsuke.submissions;

import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.submissions.Submission.Slot;
import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Answers "did my submission get through?" conclusively, and changes nothing.
 *
 * <p>Guarantee: while any open transaction holds the key the answer is in progress, never "not
 * recorded" (P6). A plain read cannot know that, so the unique index itself is asked: the key is
 * inserted with a short lock time-out and always rolled back. Where that fails for another reason
 * than the key, the answer is conclusive if nobody is writing at all.
 */
@Singleton
class InquireSubmission {

  /** SQLSTATE of a statement that took too long. */
  private static final String CANCELLED = "57014";

  private final AgroalDataSource dataSource;
  private final SubmissionProbe probe;
  private final KeyQueue queue;

  InquireSubmission(AgroalDataSource dataSource, SubmissionProbe probe, KeyQueue queue) {
    this.dataSource = dataSource;
    this.probe = probe;
    this.queue = queue;
  }

  /**
   * Inquires.
   *
   * @throws DatabaseException if the database cannot be asked; nothing is known then
   */
  SubmissionState inquire(Slot slot) {
    try (Connection connection = dataSource.getConnection()) {
      Optional<ShippingApplication> found = find(connection, slot);
      if (found.isPresent()) {
        return SubmissionState.of(found.get());
      }
      return queue.isOpen(slot) ? SubmissionState.inProgress() : askIndex(connection, slot);
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
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
   * The second way to know, where the index could not be asked: the probe met a rule, a slow
   * trigger, or a lock on the whole table first. The order counts: locks, then rows.
   */
  private SubmissionState askLocks(Connection connection, Slot slot, SQLException met)
      throws SQLException {
    DatabaseFailure failure = DatabaseFailure.of(met);
    boolean alive =
        failure == DatabaseFailure.LOCKED
            || failure == DatabaseFailure.FAULT
            || CANCELLED.equals(met.getSQLState());
    if (alive && !probe.isWritten(connection)) {
      return find(connection, slot)
          .map(SubmissionState::of)
          .orElseGet(SubmissionState::notRecorded);
    }
    if (alive) {
      return SubmissionState.inProgress(); // Perhaps: it promises nothing, and says to ask again.
    }
    throw new DatabaseException(failure, met);
  }

  private static Optional<ShippingApplication> find(Connection connection, Slot slot)
      throws SQLException {
    return ShippingApplication.findByKey(connection, slot.account(), slot.key());
  }
}
