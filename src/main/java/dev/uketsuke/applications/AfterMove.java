package dev.uketsuke.applications;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

/**
 * A feature that keeps what came too early for an application, and applies it as soon as the
 * application allows it.
 *
 * <p>{@link Applications#move} calls it inside the transaction of each move, which holds the
 * application's row. A feature that wants to keep something locks the row first ({@link
 * Applications#lock}) and decides then: either it sees the move, or the move sees what it kept. The
 * two can never miss each other.
 *
 * <p>Features register by being a bean of this type, so this package need not know them.
 */
public interface AfterMove {

  /**
   * The order of facts of the physical world, such as "shipped". They go before money: parcels that
   * are on their way cannot be called back by a refund, in whatever order the two arrived.
   */
  int FACTS = 1;

  /** The order of money, after {@link #FACTS}. */
  int MONEY = 2;

  /** Returns when to be called, lowest first, so that the outcome never depends on chance. */
  int order();

  /**
   * Tries what is kept for the application. A move made here calls all features again.
   *
   * @param connection of the transaction, with the row locked
   * @throws SQLException rolls the move back as well
   */
  void moved(Connection connection, UUID applicationId) throws SQLException;
}
