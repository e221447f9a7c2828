package dev.uketsuke.submissions;

import dev.uketsuke.database.EngineSettings;
import dev.uketsuke.database.Transactions;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Chooses by engine how a submission is written: one statement on PostgreSQL, three inserts in one
 * transaction on Citus (docs/adr/0021). No other place knows of the two forms.
 *
 * <p>Guarantee: both forms decide by the same constraint, write the same rows, and fail with the
 * same errors.
 */
@Singleton
class InsertSubmission {

  private final Transactions transactions;
  private final SubmissionTable oneStatement;
  private final ThreeInserts threeInserts;
  private final boolean one;

  InsertSubmission(
      Transactions transactions,
      SubmissionTable oneStatement,
      ThreeInserts threeInserts,
      EngineSettings settings) {
    this.transactions = transactions;
    this.oneStatement = oneStatement;
    this.threeInserts = threeInserts;
    this.one =
        switch (settings.engine()) {
          case POSTGRESQL -> true;
          case CITUS -> false;
        };
  }

  /**
   * Records a submission as a transaction of its own.
   *
   * @param connection in auto-commit mode
   * @return the receipt, or empty if the key is taken or the token is no good
   * @throws SQLException also if a rival holds the key for longer than {@code lock_timeout}
   */
  Optional<Receipt> alone(Connection connection, Submission submission) throws SQLException {
    return one
        ? transactions.single(connection, open -> oneStatement.insert(open, submission))
        : transactions.within(connection, open -> threeInserts.insert(open, submission));
  }

  /**
   * Records a submission in the transaction that is open on this connection.
   *
   * @return as {@link #alone}
   */
  Optional<Receipt> within(Connection connection, Submission submission) throws SQLException {
    return one
        ? oneStatement.insert(connection, submission)
        : threeInserts.insert(connection, submission);
  }
}
