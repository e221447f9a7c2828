package dev.uketsuke.applications;

import dev.uketsuke.outbox.Outbox;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Makes a move inside a transaction: status, history and outbox rows, and whatever waited for it.
 *
 * <p>Guarantee: of any number of rivals one makes the move, and the others are told that it has
 * happened or what the application looks like now. The status is compared and set by the database
 * (contract §3.4), so no lock is needed to decide, and no decision is carried out that has been
 * overtaken.
 */
@Singleton
public class MoveApplication {

  /** Each lost race means that a rival moved on, and no life has that many moves. */
  private static final int LOST_RACES = ApplicationStatus.values().length;

  private final LifeTable table;
  private final Outbox outbox;
  private final Instance<AfterMove> afterMoves;

  // Instance: those who wait move applications themselves, and are looked up when first needed.
  MoveApplication(LifeTable table, Outbox outbox, Instance<AfterMove> afterMoves) {
    this.table = table;
    this.outbox = outbox;
    this.afterMoves = afterMoves;
  }

  /**
   * Moves.
   *
   * @param connection of the transaction; it holds the application's row afterwards if it moved
   * @param move one of the named moves, for example {@code ApplicationLife::pay}; asked again after
   *     a lost race
   * @return the outcome, or empty if there is no such application
   * @throws SQLException nothing may be committed then
   */
  public Optional<MoveOutcome> move(
      Connection connection, UUID id, Function<ApplicationLife, Step> move) throws SQLException {
    for (int race = 0; race < LOST_RACES; race++) {
      Optional<ApplicationLife> found = table.find(connection, id);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      ApplicationLife life = found.get();
      Step step = move.apply(life);
      if (step.verdict() != Verdict.MOVES || table.advance(connection, life, step)) {
        return Optional.of(outcome(connection, life, step));
      }
    }
    throw new IllegalStateException("application " + id + " moves without end");
  }

  private MoveOutcome outcome(Connection connection, ApplicationLife life, Step step)
      throws SQLException {
    if (step.verdict() == Verdict.MOVES) {
      for (Outbox.Message message : MoveMessages.of(life, step)) {
        outbox.append(connection, message);
      }
      for (AfterMove each : inOrder()) {
        each.moved(connection, life.id());
      }
    }
    return new MoveOutcome(step.verdict(), life);
  }

  private List<AfterMove> inOrder() {
    return afterMoves.stream().sorted(Comparator.comparingInt(AfterMove::order)).toList();
  }
}
