package dev.uketsuke.settlement;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Records what is out of step at the moment when it is noticed, for a person.
 *
 * <p>Guarantee: it is committed together with what was noticed, once however often it is noticed,
 * and listed until somebody settles it. Rules out that only a line in a log knows of it.
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
   * @param connection of the transaction in which it was noticed
   * @param detail what was noticed, for staff; without personal content
   * @return false if it was recorded before
   */
  public boolean record(
      Connection connection, DiscrepancyKind kind, UUID applicationId, String detail)
      throws SQLException {
    return Sql.update(connection, RECORD, ids.generate(), kind, applicationId, detail) == 1;
  }
}
