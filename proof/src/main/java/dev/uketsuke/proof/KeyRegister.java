package dev.uketsuke.proof;

import dev.uketsuke.proof.Event.Kind;
import dev.uketsuke.proof.Event.Outcome;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides whether the answers about one key are linearizable: whether each operation can have taken
 * effect at one moment between its invocation and its answer, so that one after the other they
 * explain every answer.
 *
 * <p>The key is modelled as a register that is free, then holds a content, then is expired. The
 * search is that of Wing and Gong, with the memory of tried configurations that Lowe added and
 * Porcupine uses. An operation of unknown outcome may take effect at any later moment, or never.
 */
final class KeyRegister {

  /** A register; content is null while the key is free. */
  private record State(String content, boolean expired) {}

  private record Configuration(BitSet done, State state) {}

  private static final State FREE = new State(null, false);

  private final List<Event> operations;
  private final Set<Configuration> tried = new HashSet<>();

  private KeyRegister(List<Event> operations) {
    this.operations = operations;
  }

  /** Checks whether the operations on one key are linearizable. */
  static boolean explains(List<Event> operations) {
    return new KeyRegister(operations).search(new BitSet(), FREE);
  }

  /**
   * Returns the fewest answers that contradict each other; empty if there is no contradiction.
   *
   * <p>The other operations are kept with their answers forgotten, because their effects may have
   * been there. Sets of up to three answers are tried in full; a larger contradiction is reduced
   * until no single answer can be forgotten any more.
   */
  static List<Event> contradiction(List<Event> operations) {
    if (explains(operations)) {
      return List.of();
    }
    int size = operations.size();
    for (int a = 0; a < size; a++) {
      if (contradicts(operations, Set.of(a))) {
        return List.of(operations.get(a));
      }
    }
    for (int a = 0; a < size; a++) {
      for (int b = a + 1; b < size; b++) {
        if (contradicts(operations, Set.of(a, b))) {
          return List.of(operations.get(a), operations.get(b));
        }
      }
    }
    for (int a = 0; a < size; a++) {
      for (int b = a + 1; b < size; b++) {
        for (int c = b + 1; c < size; c++) {
          if (contradicts(operations, Set.of(a, b, c))) {
            return List.of(operations.get(a), operations.get(b), operations.get(c));
          }
        }
      }
    }
    return reduced(operations);
  }

  private static List<Event> reduced(List<Event> operations) {
    Set<Integer> kept = new HashSet<>();
    for (int i = 0; i < operations.size(); i++) {
      kept.add(i);
    }
    for (int i = 0; i < operations.size(); i++) {
      kept.remove(i);
      if (!contradicts(operations, kept)) {
        kept.add(i);
      }
    }
    List<Event> rest = new ArrayList<>();
    kept.stream().sorted().forEach(i -> rest.add(operations.get(i)));
    return rest;
  }

  private static boolean contradicts(List<Event> operations, Set<Integer> answered) {
    List<Event> sub = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      Event each = operations.get(i);
      sub.add(answered.contains(i) ? each : each.unanswered());
    }
    return !explains(sub);
  }

  private boolean search(BitSet done, State state) {
    long horizon = Long.MAX_VALUE; // the first answer of an operation that still has to be placed
    boolean complete = true;
    for (int i = 0; i < operations.size(); i++) {
      if (!done.get(i) && isAnswered(operations.get(i))) {
        complete = false;
        horizon = Math.min(horizon, operations.get(i).to());
      }
    }
    if (complete) {
      return true;
    }
    if (!tried.add(new Configuration((BitSet) done.clone(), state))) {
      return false;
    }
    for (int i = 0; i < operations.size(); i++) {
      Event next = operations.get(i);
      if (done.get(i) || next.from() > horizon) {
        continue;
      }
      State after = apply(next, state);
      boolean idle = !isAnswered(next) && state.equals(after);
      if (after != null && !idle) {
        done.set(i);
        if (search(done, after)) {
          return true;
        }
        done.clear(i);
      }
    }
    return false;
  }

  /** Checks whether the answer says at which state of the register it was given. */
  private static boolean isAnswered(Event operation) {
    return switch (operation.outcome()) {
      case CREATED, REPLAYED, CONFLICT, EXPIRED, RECORDED, NOT_RECORDED, DONE, ABSENT -> true;
      case NONE, REFUSED, IN_PROGRESS, UNKNOWN, NOT_BEGUN, REPEATED, KEPT, STRANGE -> false;
    };
  }

  /**
   * Returns the state after the operation; null if it cannot have given its answer in this state.
   * An operation without an answer leaves the state as it is wherever it would have had no effect.
   */
  private static State apply(Event operation, State state) {
    boolean free = state.content() == null;
    boolean held = !free && !state.expired();
    boolean possible =
        switch (operation.outcome()) {
          case CREATED, NOT_RECORDED, ABSENT -> free;
          case REPLAYED -> held && state.content().equals(operation.content());
          case CONFLICT -> held && !state.content().equals(operation.content());
          case RECORDED, DONE -> held;
          case EXPIRED -> state.expired();
          case NONE, IN_PROGRESS, UNKNOWN, STRANGE -> true;
          case REFUSED, NOT_BEGUN, REPEATED, KEPT -> true;
        };
    if (!possible) {
      return null;
    }
    boolean effective =
        switch (operation.outcome()) {
          case CREATED, DONE, NONE, IN_PROGRESS, UNKNOWN, STRANGE -> true;
          case REPLAYED, CONFLICT, EXPIRED, RECORDED, NOT_RECORDED, ABSENT -> false;
          case REFUSED, NOT_BEGUN, REPEATED, KEPT -> false;
        };
    if (effective && free && operation.kind() == Kind.SUBMIT) {
      return new State(operation.content(), false);
    }
    if (effective && held && operation.kind() == Kind.EXPIRE) {
      return new State(state.content(), true);
    }
    return state;
  }

  /** Checks whether the event says something about a register. */
  static boolean concerns(Event event) {
    return switch (event.kind()) {
      case SUBMIT, INQUIRE, EXPIRE -> true;
      case READ, MOVE, DELIVER, ORDER -> false;
      case APPLICATION_ROW, WAYBILL_ROW, HISTORY_ROW, OUTBOX_ROW -> false;
    };
  }

  /** Checks whether a submission may have been accepted although its answer does not say so. */
  static boolean mayHaveBeenAccepted(Event submission) {
    Outcome outcome = submission.outcome();
    return outcome == Outcome.NONE
        || outcome == Outcome.IN_PROGRESS
        || outcome == Outcome.UNKNOWN
        || outcome == Outcome.STRANGE;
  }
}
