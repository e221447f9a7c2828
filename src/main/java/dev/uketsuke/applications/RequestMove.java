package dev.uketsuke.applications;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.accounts.AccountTurns;
import dev.uketsuke.accounts.PoolShare;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.http.CurrentTrace;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jboss.logging.Logger;

/**
 * Makes a move that a person requests.
 *
 * <p>Guarantee: when the result is there, the move and its consequences are committed, or nothing
 * was changed. A repeated request is recognised as a repetition. Requests of one account hold no
 * more connections than its share of the pool, so a row that is locked for long does not slow down
 * other accounts.
 */
@Singleton
class RequestMove {

  private static final Logger LOG = Logger.getLogger(RequestMove.class);

  private final Transactions transactions;
  private final Applications applications;
  private final CurrentTrace currentTrace;
  private final AccountTurns turns;

  RequestMove(
      Transactions transactions,
      Applications applications,
      CurrentTrace currentTrace,
      PoolShare share) {
    this.transactions = transactions;
    this.applications = applications;
    this.currentTrace = currentTrace;
    this.turns = share.writes();
  }

  /**
   * Makes the move if the caller may see the application.
   *
   * @param caller the account in whose share of the pool the move is made
   * @param visible checks whether the caller may see the application; the result must be the same
   *     at any time
   * @param move one of the named moves
   * @return the outcome; empty if there is no application with this id that the caller may see;
   *     fails with a {@link dev.uketsuke.database.DatabaseException} if the move was not made or
   *     its outcome is unknown
   */
  CompletionStage<Optional<MoveOutcome>> request(
      Account caller,
      UUID id,
      Predicate<ApplicationLife> visible,
      Function<ApplicationLife, Move> move) {
    // A move that waits is made by another thread, which knows nothing of this request.
    String trace = currentTrace.traceparent();
    return turns.call(
        caller,
        () -> CurrentTrace.during(trace, () -> make(id, visible, move)),
        "A move was not made. This account requests too many moves and submissions at once.");
  }

  private Optional<MoveOutcome> make(
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
