package dev.uketsuke.applications;

import static dev.uketsuke.settlement.DiscrepancyKind.CONTRADICTING_WAYBILL;
import static dev.uketsuke.settlement.DiscrepancyKind.SHARED_WAYBILL;

import dev.uketsuke.outbox.Outbox;
import dev.uketsuke.settlement.Discrepancies;
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
 * All applications, as work inside a transaction reads, locks, moves and annotates them.
 *
 * <p>Guarantee: what is done here is committed together with the rest of the caller's transaction,
 * or not at all. Of any number of rivals one makes a move, and the others are told that it has
 * happened or where the application stands now. Rules out a status that the history does not
 * explain, and a decision that is carried out after it was overtaken.
 */
@Singleton
public class Applications {

  /** Each lost race means that a rival moved the application, and no life has more moves. */
  private static final int LOST_RACES = ApplicationStatus.values().length;

  private final Outbox outbox;
  private final Discrepancies discrepancies;
  private final Instance<AfterMove> afterMoves;

  // Instance: the features behind AfterMove use this class themselves, so they are looked up late.
  Applications(Outbox outbox, Discrepancies discrepancies, Instance<AfterMove> afterMoves) {
    this.discrepancies = discrepancies;
    this.outbox = outbox;
    this.afterMoves = afterMoves;
  }

  /**
   * Returns the application as it is committed, without holding it. It may move on the moment
   * after, so decide by it only what does no harm then; {@link #lock} holds the application still.
   *
   * @return empty if there is no such application
   */
  public Optional<ApplicationLife> find(Connection connection, UUID id) throws SQLException {
    return LifeTable.find(connection, id);
  }

  /**
   * Locks the application until the transaction ends, and returns it. What is returned stays true
   * for the rest of the transaction, except for moves made in it.
   *
   * <p>Two statements, because a single one that waits for the lock would return the new row
   * together with the old history.
   *
   * @return empty if there is no such application
   * @throws SQLException also if another transaction holds it for longer than {@code lock_timeout}
   */
  public Optional<ApplicationLife> lock(Connection connection, UUID id) throws SQLException {
    return LifeTable.lock(connection, id) ? LifeTable.find(connection, id) : Optional.empty();
  }

  /**
   * Makes a move: status, history and messages out, and whatever waited for it ({@link AfterMove}).
   * The database compares and sets the status (contract §3.4), so no lock is needed to decide.
   *
   * @param connection of the transaction; it holds the application's row afterwards if it moved
   * @param move one of the named moves, for example {@code ApplicationLife::pay}; called again
   *     after a lost race
   * @return the outcome, or empty if there is no such application
   * @throws SQLException nothing may be committed then
   */
  public Optional<MoveOutcome> move(
      Connection connection, UUID id, Function<ApplicationLife, Move> move) throws SQLException {
    for (int race = 0; race < LOST_RACES; race++) {
      Optional<ApplicationLife> found = LifeTable.find(connection, id);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      ApplicationLife life = found.get();
      Move decided = move.apply(life);
      if (decided.verdict() != Verdict.MOVES) {
        return Optional.of(new MoveOutcome(decided.verdict(), life));
      }
      Optional<Integer> step = LifeTable.advance(connection, life, decided);
      if (step.isPresent()) {
        follow(connection, life, decided, step.get());
        return Optional.of(new MoveOutcome(Verdict.MOVES, life));
      }
    }
    throw new IllegalStateException(
        "Application " + id + " was moved by rivals more often than the table of moves allows");
  }

  /**
   * Adds a note to the history: something worth knowing that is no move.
   *
   * @param connection of the transaction that does what the note reports
   * @param by who did it
   * @param text for people; the applicant sees it, too
   * @return false if there is no such application; nothing was written then
   */
  public boolean note(Connection connection, UUID id, Actor by, String text) throws SQLException {
    return LifeTable.note(connection, id, by, text);
  }

  /**
   * Records a waybill number on the application and in its history. The first number stays: the
   * same one again changes nothing, and another one only adds a note, so that no parcel loses the
   * number that it travels under.
   *
   * @param connection of the transaction that does what the number came with
   * @param by who reported it
   * @param number 1 to 100 printable characters
   * @return what a person has to know of it, which is also recorded as a discrepancy; empty if all
   *     is well, or if there is no such application and nothing was written
   */
  public Optional<String> recordWaybill(Connection connection, UUID id, Actor by, String number)
      throws SQLException {
    Optional<ApplicationLife> found = lock(connection, id);
    if (found.isEmpty() || number.equals(found.get().waybillNumber())) {
      return Optional.empty();
    }
    String current = found.get().waybillNumber();
    if (current != null) {
      String detail = "Waybill " + number + " was reported; " + current + " was kept.";
      if (discrepancies.record(connection, CONTRADICTING_WAYBILL, id, by.label() + ": " + detail)) {
        note(connection, id, by, detail);
      }
      return Optional.of(detail);
    }
    LifeTable.setWaybill(connection, found.get(), number);
    note(connection, id, by, "Waybill number " + number + ".");
    Optional<String> shared =
        otherWithWaybill(connection, id, number)
            .map(other -> "Waybill " + number + " is also that of application " + other + ".");
    if (shared.isPresent()) {
      discrepancies.record(connection, SHARED_WAYBILL, id, shared.get());
    }
    return shared;
  }

  /**
   * Returns another application that has this waybill number. The answer stays true until the
   * transaction ends, because whoever records a number asks here, so that two applications cannot
   * be given one number at the same moment without anybody noticing.
   */
  private static Optional<UUID> otherWithWaybill(Connection connection, UUID id, String number)
      throws SQLException {
    return LifeTable.otherWithWaybill(connection, id, number);
  }

  private void follow(Connection connection, ApplicationLife life, Move move, int step)
      throws SQLException {
    for (Outbox.Message message : MoveMessages.of(life, move, step)) {
      outbox.append(connection, message);
    }
    for (AfterMove each : inOrder()) {
      each.moved(connection, life.id());
    }
  }

  private List<AfterMove> inOrder() {
    return afterMoves.stream().sorted(Comparator.comparingInt(AfterMove::order)).toList();
  }
}
