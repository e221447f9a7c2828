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
 * was changed. A repeated request is answered as a repetition.
 */
@Singleton
class RequestMove {

  private static final Logger LOG = Logger.getLogger(RequestMove.class);

  private final Transactions transactions;
  private final Applications applications;

  RequestMove(Transactions transactions, Applications applications) {
    this.transactions = transactions;
    this.applications = applications;
  }

  /**
   * Makes the move if the caller may see the application.
   *
   * @param visible whether the caller may see the application; the answer never changes during a
   *     life
   * @param move one of the named moves
   * @return the outcome, or empty if there is no such application for the caller
   * @throws dev.uketsuke.database.DatabaseException if the move was not made, or the outcome is
   *     unknown
   */
  Optional<MoveOutcome> request(
      UUID id, Predicate<ApplicationLife> visible, Function<ApplicationLife, Move> move) {
    Optional<MoveOutcome> outcome =
        transactions.run(
            connection ->
                applications.find(connection, id).filter(visible).isEmpty()
                    ? Optional.empty()
                    : applications.move(connection, id, move));
    outcome.ifPresent(
        done ->
            LOG.infof("move %s application=%s from=%s", done.verdict(), id, done.life().status()));
    return outcome;
  }
}
