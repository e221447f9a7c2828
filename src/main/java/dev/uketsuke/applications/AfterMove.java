package dev.uketsuke.applications;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Lets a feature act after each move of an application, in the same transaction. A feature that
 * keeps messages which came too early, such as a payment before the fee is confirmed, applies them
 * here.
 *
 * <p>{@link Applications#move} calls all beans of this type while its transaction holds the lock on
 * the application's row. A feature that wants to keep a message first locks the row ({@link
 * Applications#lock}) and then decides. So either the feature sees the move, or the move's
 * transaction sees the kept message; a message cannot be kept and forgotten.
 */
public interface AfterMove {

  /**
   * The place of physical facts, such as "shipped". They are applied before payments: a refund
   * cannot call back parcels that have been shipped, whichever of the two messages arrived first.
   */
  int FACTS = 1;

  /** The place of payments, after {@link #FACTS}. */
  int MONEY = 2;

  /** Returns the place among all beans of this type; the lowest is called first. */
  int order();

  /**
   * Applies what the feature has kept for the application, as far as the new status allows it. A
   * move made here calls all beans again.
   *
   * @param connection the connection of the transaction, which has locked the row
   * @throws SQLException if that failed; the move is then rolled back, too
   */
  void moved(Connection connection, UUID applicationId) throws SQLException;
}
