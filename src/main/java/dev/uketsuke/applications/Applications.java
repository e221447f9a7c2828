package dev.uketsuke.applications;

import static dev.uketsuke.settlement.DiscrepancyKind.CONTRADICTING_WAYBILL;
import static dev.uketsuke.settlement.DiscrepancyKind.SHARED_WAYBILL;

import dev.uketsuke.database.AfterCommit;
import dev.uketsuke.outbox.Outbox;
import dev.uketsuke.settlement.Discrepancies;
import dev.uketsuke.settlement.HistoryReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The collection of all applications: finds, locks and moves them, and adds notes to their history,
 * inside the caller's transaction.
 *
 * <p>Guarantee: a change is committed together with the rest of the caller's transaction, or not at
 * all. If several transactions try the same move, one makes it, and the others learn that it has
 * happened or what the present status is. The history explains every status, and a decision is
 * never carried out after the status has changed.
 */
@Singleton
public class Applications {

  /**
   * The number of attempts at a move. A failed attempt means that another transaction has moved the
   * application, which cannot happen more often than there are statuses.
   */
  private static final int MAX_ATTEMPTS = ApplicationStatus.values().length;

  private final Outbox outbox;
  private final Discrepancies discrepancies;
  private final Instance<AfterMove> afterMoves;
  private final Map<ApplicationStatus, Counter> moves = new EnumMap<>(ApplicationStatus.class);

  // An Instance, because beans of type AfterMove use this class themselves (circular dependency).
  Applications(
      Outbox outbox,
      Discrepancies discrepancies,
      Instance<AfterMove> afterMoves,
      MeterRegistry metrics) {
    this.discrepancies = discrepancies;
    this.outbox = outbox;
    this.afterMoves = afterMoves;
    for (ApplicationStatus before : ApplicationStatus.values()) {
      for (ApplicationStatus to : before.next()) {
        moves.computeIfAbsent(to, status -> counter(metrics, status));
      }
    }
  }

  private static Counter counter(MeterRegistry metrics, ApplicationStatus to) {
    return Counter.builder("uketsuke.moves")
        .description("Committed moves, by the status that the application came to")
        .tag("to", to.name().toLowerCase(Locale.ROOT))
        .register(metrics);
  }

  /**
   * Returns the application as it is committed, without locking it. Other transactions may move it
   * at any time; use {@link #lock} where a decision must stay true.
   *
   * @return the application; empty if there is none with this id
   */
  public Optional<ApplicationLife> find(Connection connection, UUID id) throws SQLException {
    return LifeTable.find(connection, id);
  }

  /**
   * Locks the application until the transaction ends, and returns it. No other transaction can move
   * it meanwhile.
   *
   * <p>This takes two statements: a single one that waits for the lock would return the new row
   * together with the old history.
   *
   * @return the application; empty if there is none with this id
   * @throws SQLException if the statement failed, or another transaction held the lock for longer
   *     than {@code lock_timeout}
   */
  public Optional<ApplicationLife> lock(Connection connection, UUID id) throws SQLException {
    return LifeTable.lock(connection, id) ? LifeTable.find(connection, id) : Optional.empty();
  }

  /**
   * Makes a move: writes status, history and messages out, and applies what was kept until now
   * ({@link AfterMove}). The database compares and sets the status (contract §3.4), so the decision
   * needs no lock.
   *
   * @param connection the connection of the transaction, which has locked the application's row
   *     afterwards if the move was made
   * @param move one of the named moves, for example {@code ApplicationLife::pay}; it is called
   *     again if another transaction has moved the application meanwhile
   * @return the outcome; empty if there is no such application
   * @throws SQLException if a statement failed; the transaction must then be rolled back
   */
  public Optional<MoveOutcome> move(
      Connection connection, UUID id, Function<ApplicationLife, Move> move) throws SQLException {
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      Optional<ApplicationLife> found = LifeTable.find(connection, id);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      ApplicationLife life = found.get();
      Move decided = move.apply(life);
      if (decided.decision() != MoveDecision.MOVES) {
        return Optional.of(new MoveOutcome(decided.decision(), life));
      }
      Optional<Integer> step = LifeTable.advance(connection, life, decided);
      if (step.isPresent()) {
        follow(connection, life, decided, step.get());
        return Optional.of(new MoveOutcome(MoveDecision.MOVES, life));
      }
    }
    throw new IllegalStateException(
        "Other transactions have moved application "
            + id
            + " more often than the table of moves allows.");
  }

  /**
   * Adds a note to the history and returns true; returns false if there is no such application.
   *
   * @param connection the connection of the transaction that does what the note reports
   * @param by who did what the note reports
   * @param text a text for people; the applicant sees it, too
   */
  public boolean note(Connection connection, UUID id, Actor by, String text) throws SQLException {
    return LifeTable.note(connection, id, by, text);
  }

  /**
   * Records a waybill number on the application and in its history. The first number is kept,
   * because the parcels travel under it: the same number again changes nothing, and another number
   * only adds a note and a discrepancy.
   *
   * @param connection the connection of the transaction that handles the report
   * @param by who reported the number
   * @param number 1 to 100 printable characters
   * @return a sentence about a discrepancy, which is also recorded for a person; empty if there is
   *     none, or no such application
   */
  public Optional<String> recordWaybill(Connection connection, UUID id, Actor by, String number)
      throws SQLException {
    Optional<ApplicationLife> found = lock(connection, id);
    if (found.isEmpty() || number.equals(found.get().waybillNumber())) {
      return Optional.empty();
    }
    String current = found.get().waybillNumber();
    if (current != null) {
      String detail = HistoryReason.WAYBILL_KEPT.text(number, current);
      if (discrepancies.record(connection, CONTRADICTING_WAYBILL, id, by.label() + ": " + detail)) {
        note(connection, id, by, detail);
      }
      return Optional.of(detail);
    }
    LifeTable.setWaybill(connection, found.get(), number);
    note(connection, id, by, HistoryReason.WAYBILL_RECORDED.text(number));
    Optional<String> shared =
        otherWithWaybill(connection, id, number)
            .map(other -> "Waybill " + number + " is also that of application " + other + ".");
    if (shared.isPresent()) {
      discrepancies.record(connection, SHARED_WAYBILL, id, shared.get());
    }
    return shared;
  }

  /**
   * Returns another application that has this waybill number. Each transaction that records a
   * number claims it here by inserting its row and so waits for any other that records the same
   * one. Two applications therefore cannot get one number at the same moment without a discrepancy
   * being recorded.
   */
  private static Optional<UUID> otherWithWaybill(Connection connection, UUID id, String number)
      throws SQLException {
    return LifeTable.otherWithWaybill(connection, id, number);
  }

  private void follow(Connection connection, ApplicationLife life, Move move, int step)
      throws SQLException {
    AfterCommit.add(moves.get(move.to())::increment);
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
