package dev.uketsuke.accounts;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Runs at most a fixed number of pieces of work of one account at a time: one, where they would
 * otherwise wait for each other's row locks in the database; or a share of the pool, where the slow
 * work of one account would otherwise take every connection.
 *
 * <p>Guarantee: waiting work holds neither a thread nor a connection, so other accounts are not
 * slowed down. Work whose turn did not come in time is forgotten at once, and a place that has
 * become free is never lost. Correctness does not depend on this class: between processes,
 * constraints and row locks decide.
 */
public final class AccountTurns {

  private final Map<Account, Line> open = new ConcurrentHashMap<>();
  private final Executor executor;
  private final Duration timeout;
  private final int atOnce;

  /**
   * Makes the queues, one for each account with work.
   *
   * @param executor runs work that had to wait
   * @param timeout how long work waits for its turn
   * @param atOnce how many pieces of work of one account run at a time, at least one
   */
  public AccountTurns(Executor executor, Duration timeout, int atOnce) {
    this.executor = executor;
    this.timeout = timeout;
    this.atOnce = atOnce;
  }

  /** The running and the waiting work of one account; changed only under the lock of the map. */
  private static final class Line {
    private int running;
    private final Queue<Turn> waiting = new ArrayDeque<>(0);
  }

  /**
   * Work that waits for its turn.
   *
   * @param granted completes with true when the turn comes, and with false after the time-out
   */
  private record Turn(Runnable work, CompletableFuture<Boolean> granted) {}

  /**
   * Runs the work on this thread if fewer pieces of work of the account are running than may, and
   * otherwise later on another thread.
   *
   * @param work the work, which handles its own failures
   * @param late is run instead if the turn does not come in time; it must not block
   */
  public void take(Account account, Runnable work, Runnable late) {
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
        .completeOnTimeout(false, timeout.toMillis(), TimeUnit.MILLISECONDS)
        .thenAccept(
            granted -> {
              if (!granted) {
                forget(account, turn);
                late.run();
              }
            });
  }

  /**
   * Runs work as {@link #take} does, and returns its result.
   *
   * @param busy tells an operator what did not happen if the turn does not come in time
   * @return the result; fails with the exception of the work, or with {@link
   *     DatabaseFailure#UNAVAILABLE} if the turn does not come in time
   */
  public <T> CompletableFuture<T> call(Account account, Callable<T> work, String busy) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    take(
        account,
        () -> {
          try {
            answer.complete(work.call());
          } catch (Exception | Error e) {
            answer.completeExceptionally(e);
          }
        },
        () ->
            answer.completeExceptionally(
                new DatabaseException(DatabaseFailure.UNAVAILABLE, new SQLException(busy))));
    return answer;
  }

  private void forget(Account account, Turn turn) {
    open.computeIfPresent(
        account,
        (key, line) -> {
          line.waiting.remove(turn);
          return line;
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
    for (Turn next = poll(account); next != null; next = poll(account)) {
      Turn begun = next;
      try {
        executor.execute(() -> begin(account, begun));
        return;
      } catch (RejectedExecutionException stopping) {
        begun.granted().complete(false);
      }
    }
  }

  /** Returns the work that waits longest; null if none waits, and then the place is given up. */
  private Turn poll(Account account) {
    Turn[] longest = new Turn[1];
    open.computeIfPresent(
        account,
        (key, line) -> {
          longest[0] = line.waiting.poll();
          if (longest[0] == null) {
            line.running--;
          }
          return line.running == 0 ? null : line;
        });
    return longest[0];
  }

  private void begin(Account account, Turn turn) {
    if (turn.granted().complete(true)) {
      run(account, turn);
    } else {
      next(account);
    }
  }
}
