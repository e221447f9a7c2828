package dev.uketsuke.applications;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * Keeps things that came too early for an application, and applies them as soon as it allows.
 *
 * <p>Called inside the transaction of each move, with the application's row locked by that very
 * move. Who keeps something has to lock the row first ({@link LockApplication}) and decide then:
 * either it sees the move, or the move sees what it kept; they can never both miss each other.
 *
 * <p>Features register by being a bean of this type, so applications need not know them.
 */
public interface AfterMove {

  /**
   * Facts of the physical world, such as "shipped", go before money: what is on its way cannot be
   * called back by a refund, in whatever order the two arrived.
   */
  int FACTS = 1;

  /** Money, after {@link #FACTS}. */
  int MONEY = 2;

  /** When to be asked, lowest first, so that the outcome never depends on chance. */
  int order();

  /**
   * Tries what is kept for the application; a move made here calls all of them again.
   *
   * @param connection of the transaction, with the row locked
   * @throws SQLException rolls the move back as well
   */
  void moved(Connection connection, UUID applicationId) throws SQLException;
}
