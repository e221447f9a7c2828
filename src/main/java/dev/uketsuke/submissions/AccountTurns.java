package dev.uketsuke.submissions;

import dev.uketsuke.accounts.Account;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Lets each account do a fixed number of pieces of work at a time: one where its pieces would
 * otherwise wait for each other in the database, a share of the pool where one account's slow work
 * would otherwise take every connection.
 *
 * <p>Guarantee: whoever waits holds neither a thread nor a connection, so other accounts go on. It
 * decides nothing: across processes, constraints and row locks still do.
 */
final class AccountTurns {

  private final Map<Account, Line> open = new ConcurrentHashMap<>();
  private final Executor executor;
  private final Duration patience;
  private final int atOnce;

  /**
   * Creates the queues.
   *
   * @param executor runs work that had to wait
   * @param patience how long work waits for its turn
   * @param atOnce how many pieces of one account's work run at a time, at least one
   */
  AccountTurns(Executor executor, Duration patience, int atOnce) {
    this.executor = executor;
    this.patience = patience;
    this.atOnce = atOnce;
  }

  /** What one account has under way, and what waits; changed only under the lock of the map. */
  private static final class Line {
    private int running;
    private final Queue<Turn> waiting = new ArrayDeque<>(0);
  }

  /**
   * Work that waits.
   *
   * @param granted whether its turn came in time
   */
  private record Turn(Runnable work, CompletableFuture<Boolean> granted) {}

  /**
   * Runs the work on this thread if the account may begin more, and later on another thread if it
   * may not.
   *
   * @param work handles its own failures
   * @param late is run instead if the turn does not come in time; must not block
   */
  void take(Account account, Runnable work, Runnable late) {
    Turn turn = new Turn(work, new CompletableFuture<>());
    boolean[] now = new boolean[1];
    open.compute(
        account,
        (key, known) -> {
          Line line = known == null ? new Line() : known;
          if (line.running < atOnce) {
            line.running++;
            now[0] = true;
          } else {
            line.waiting.add(turn);
          }
          return line;
        });
    if (now[0]) {
      run(account, turn);
      return;
    }
    turn.granted()
        .completeOnTimeout(false, patience.toMillis(), TimeUnit.MILLISECONDS)
        .thenAccept(
            granted -> {
              if (!granted) {
                late.run();
              }
            });
  }

  private void run(Account account, Turn turn) {
    try {
      turn.work().run();
    } finally {
      next(account);
    }
  }

  /** Passes the place of work that has ended on to work that waits, or gives it up. */
  private void next(Account account) {
    open.computeIfPresent(
        account,
        (key, line) -> {
          for (Turn next = line.waiting.poll(); next != null; next = line.waiting.poll()) {
            Turn begun = next;
            try {
              if (!begun.granted().isDone()) {
                executor.execute(() -> begin(account, begun));
                return line;
              }
            } catch (RejectedExecutionException stopping) {
              begun.granted().complete(false);
            }
          }
          line.running--;
          return line.running == 0 ? null : line;
        });
  }

  private void begin(Account account, Turn turn) {
    if (turn.granted().complete(true)) {
      run(account, turn);
    } else {
      next(account);
    }
  }
}
