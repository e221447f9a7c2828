package dev.uketsuke.applications;

import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/** Adds a note to an application's history: something worth knowing that is no move. */
@Singleton
public class NoteInHistory {

  private final LifeTable table;

  NoteInHistory(LifeTable table) {
    this.table = table;
  }

  /**
   * Notes.
   *
   * @param connection of the transaction that does what the note tells of
   * @param by who did it
   * @param text for people; shown to the applicant, too
   * @return false if there is no such application; nothing was written then
   */
  public boolean note(Connection connection, UUID applicationId, Actor by, String text)
      throws SQLException {
    return table.note(connection, applicationId, by, text);
  }
}
