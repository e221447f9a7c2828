package dev.uketsuke.settlement;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Records discrepancies: facts on which two systems disagree and that a person has to settle.
 *
 * <p>Guarantee: a discrepancy is committed in the transaction that notices it, is recorded once
 * however often it is noticed, and is listed until a person settles it. It therefore cannot get
 * lost as a mere line in a log.
 */
@Singleton
public class Discrepancies {

  static final String RECORD =
      """
      INSERT INTO discrepancy (id, kind, application_id, detail) VALUES (?, ?, ?, ?)
      ON CONFLICT ON CONSTRAINT discrepancy_content DO NOTHING""";

  private final NoArgGenerator ids = Generators.timeBasedEpochGenerator();

  /**
   * Records a discrepancy.
   *
   * @param connection the connection of the transaction in which it was noticed
   * @param detail a sentence for staff on what was noticed; without personal data
   * @return false if the same discrepancy was recorded before
   */
  public boolean record(
      Connection connection, DiscrepancyKind kind, UUID applicationId, String detail)
      throws SQLException {
    return Sql.update(connection, RECORD, ids.generate(), kind, applicationId, detail) == 1;
  }
}
