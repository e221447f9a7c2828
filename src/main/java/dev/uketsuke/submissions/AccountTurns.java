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
 * Lets each account do one piece of work at a time, where its pieces would otherwise wait for each
 * other in the database.
 *
 * <p>Guarantee: whoever waits holds neither a thread nor a connection, so other accounts go on. It
 * decides nothing: across processes, constraints and row locks still do.
 */
final class AccountTurns {

  private final Map<Account, Queue<Turn>> open = new ConcurrentHashMap<>();
  private final Executor executor;
  private final Duration patience;

  /**
   * Creates the queues.
   *
   * @param executor runs work that had to wait
   * @param patience how long work waits for its turn
   */
  AccountTurns(Executor executor, Duration patience) {
    this.executor = executor;
    this.patience = patience;
  }

  /**
   * Work that waits.
   *
   * @param granted whether its turn came in time
   */
  private record Turn(Runnable work, CompletableFuture<Boolean> granted) {}

  /**
   * Runs the work on this thread if the account has nothing else under way, and later on another
   * thread if it has.
   *
   * @param work handles its own failures
   * @param late is run instead if the turn does not come in time; must not block
   */
  void take(Account account, Runnable work, Runnable late) {
    Turn turn = new Turn(work, new CompletableFuture<>());
    boolean[] first = new boolean[1];
    open.compute(
        account,
        (key, queue) -> {
          if (queue == null) {
            first[0] = true;
            return new ArrayDeque<>(0);
          }
          queue.add(turn);
          return queue;
        });
    if (first[0]) {
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

  private void next(Account account) {
    open.computeIfPresent(
        account,
        (key, queue) -> {
          for (Turn next = queue.poll(); next != null; next = queue.poll()) {
            Turn begun = next;
            try {
              if (!begun.granted().isDone()) {
                executor.execute(() -> begin(account, begun));
                return queue;
              }
            } catch (RejectedExecutionException stopping) {
              begun.granted().complete(false);
            }
          }
          return null;
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
