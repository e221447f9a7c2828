package dev.uketsuke.applications;

import dev.uketsuke.applications.Submission.Slot;
import dev.uketsuke.applications.SubmissionTable.Found;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
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
 * inserted with a short lock time-out and always rolled back.
 */
@Singleton
class InquireSubmission {

  private final AgroalDataSource dataSource;
  private final SubmissionTable table;
  private final SubmissionProbe probe;
  private final KeyQueue queue;

  InquireSubmission(
      AgroalDataSource dataSource, SubmissionTable table, SubmissionProbe probe, KeyQueue queue) {
    this.dataSource = dataSource;
    this.table = table;
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
      Optional<Found> found = table.find(connection, slot.account(), slot.key());
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
      if (DatabaseFailure.of(e) == DatabaseFailure.LOCKED) {
        return SubmissionState.inProgress();
      }
      if (DatabaseFailure.of(e) == DatabaseFailure.FAULT) {
        // The probe met a rule before it met the index: nothing is known, and nothing was done.
        throw new DatabaseException(DatabaseFailure.UNAVAILABLE, e);
      }
      throw e;
    }
    // Committed between our read and our probe.
    return table
        .find(connection, slot.account(), slot.key())
        .map(SubmissionState::of)
        .orElseGet(SubmissionState::inProgress);
  }
}
