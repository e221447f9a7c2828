package dev.uketsuke.inbox;

import dev.uketsuke.database.Sql;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/**
 * The statement by which a person has parked messages tried again.
 *
 * <p>Guarantee: only parked messages are taken up. One that contradicts an earlier message stays
 * parked, because the earlier one counts.
 */
@Singleton
public class InboxReopening {

  static final String REOPEN =
      """
      UPDATE inbox SET state = 'WAITING', reason = NULL, attempts = 0,
        retry_at = statement_timestamp()
      WHERE id = ANY (?) AND state = 'PARKED' AND variant = ''""";

  /**
   * Takes messages up again; they are due at once.
   *
   * @param ids ours
   * @return how many were parked
   */
  public int reopen(Connection connection, List<UUID> ids) throws SQLException {
    return Sql.update(connection, REOPEN, (Object) ids.toArray(UUID[]::new));
  }
}
