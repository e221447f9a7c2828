package dev.uketsuke.applications;

import dev.uketsuke.database.Transactions;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jboss.logging.Logger;

/**
 * Makes a move that a person requests.
 *
 * <p>Guarantee: when the method returns, the move and its consequences are committed, or nothing
 * was changed. A repeated request is recognised as a repetition.
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
   * @param visible checks whether the caller may see the application; the result must be the same
   *     at any time
   * @param move one of the named moves
   * @return the outcome; empty if there is no application with this id that the caller may see
   * @throws dev.uketsuke.database.DatabaseException if the move was not made or its outcome is
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
            LOG.infof(
                "Move requested: %s application=%s from=%s",
                done.decision(), id, done.life().status()));
    return outcome;
  }
}
