package dev.uketsuke.applications;

import dev.uketsuke.database.Transactions;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jboss.logging.Logger;

/**
 * Makes a move that a person asked for.
 *
 * <p>Guarantee: when this returns, the move and all that followed from it are committed, or nothing
 * is. Asking again is answered as a repetition.
 */
@Singleton
class RequestMove {

  private static final Logger LOG = Logger.getLogger(RequestMove.class);

  private final Transactions transactions;
  private final LifeTable table;
  private final MoveApplication moveApplication;

  RequestMove(Transactions transactions, LifeTable table, MoveApplication moveApplication) {
    this.transactions = transactions;
    this.table = table;
    this.moveApplication = moveApplication;
  }

  /**
   * Requests.
   *
   * @param visible whether the caller may know of the application at all; it never changes during a
   *     life
   * @param move one of the named moves
   * @return the outcome, or empty if there is no such application for the caller
   * @throws dev.uketsuke.database.DatabaseException if it could not be done, or nobody knows
   */
  Optional<MoveOutcome> request(
      UUID id, Predicate<ApplicationLife> visible, Function<ApplicationLife, Step> move) {
    Optional<MoveOutcome> outcome =
        transactions.run(
            connection ->
                table.find(connection, id).filter(visible).isEmpty()
                    ? Optional.empty()
                    : moveApplication.move(connection, id, move));
    outcome.ifPresent(
        done ->
            LOG.infof("move %s application=%s from=%s", done.verdict(), id, done.life().status()));
    return outcome;
  }
}
