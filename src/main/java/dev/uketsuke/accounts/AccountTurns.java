package dev.uketsuke.accounts;

import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.requests.RequestId;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs at most a fixed number of pieces of work of one account at a time: one, where they would
 * otherwise wait for each other's row locks in the database; or a share of the pool, where the slow
 * work of one account would otherwise take every connection.
 *
 * <p>Guarantee: waiting work holds no connection, and no thread for longer than a moment, so other
 * accounts are not slowed down. Work whose turn did not come in time is forgotten at once, and a
 * place that has become free is never lost. Correctness does not depend on this class: between
 * processes, constraints and row locks decide.
 *
 * <p>Under load most turns come within milliseconds. A limited number of threads therefore waits
 * for such a turn, which costs less processor time than handing the work to another thread and the
 * answer back (docs/adr/0056).
 */
public final class AccountTurns {

  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final int MAX_WAITING_THREADS = 32;

  private final Map<Account, Line> open = new ConcurrentHashMap<>();
  private final Executor executor;
  private final Duration timeout;
  private final int atOnce;
  private final Duration moment;
  private final Semaphore waitingThreads;

  /**
   * Makes the queues, one for each account with work.
   *
   * @param executor runs work that had to wait
   * @param timeout how long work waits for its turn
   * @param atOnce how many pieces of work of one account run at a time, at least one
   */
  public AccountTurns(Executor executor, Duration timeout, int atOnce) {
    this(executor, timeout, atOnce, MOMENT, MAX_WAITING_THREADS);
  }

  /**
   * Makes the queues.
   *
   * @param moment how long the thread that brought work waits for the work's turn
   * @param waitingThreads how many threads do so at a time, over all accounts
   */
  AccountTurns(
      Executor executor, Duration timeout, int atOnce, Duration moment, int waitingThreads) {
    this.executor = executor;
    this.timeout = timeout;
    this.atOnce = atOnce;
    this.moment = moment.compareTo(timeout) < 0 ? moment : timeout;
    this.waitingThreads = new Semaphore(waitingThreads);
  }

  /** The running and the waiting work of one account; changed only under the lock of the map. */
  private static final class Line {
    private int running;
    private final Queue<Turn> waiting = new ArrayDeque<>(0);
  }

  /** What has become of work that waits. */
  private enum State {
    /** The thread that brought the work waits for the turn. */
    THREAD_WAITS,
    /** No thread waits. */
    WAITS,
    /** The turn has come; the place belongs to this work. */
    GRANTED,
    /** The turn did not come in time. */
    LATE
  }

  /** Work that may have to wait for its turn, and the thread that brought it. */
  private static final class Turn {
    private final Runnable work;
    private final Runnable late;
    private final Thread thread = Thread.currentThread();
    private final AtomicReference<State> state;
    private final CompletableFuture<Void> granted = new CompletableFuture<>();

    Turn(Runnable work, Runnable late, State state) {
      this.work = named(work);
      this.late = late;
      this.state = new AtomicReference<>(state);
    }
  }

  /**
   * Runs the work on this thread if fewer pieces of work of the account are running than may, or if
   * its turn comes in a moment, and otherwise later on another thread.
   *
   * @param work the work, which handles its own failures
   * @param late is run instead if the turn does not come in time; it must not block
   */
  public void take(Account account, Runnable work, Runnable late) {
    if (enter(account, null)) {
      run(account, work);
    } else if (waitingThreads.tryAcquire()) {
      Turn turn = new Turn(work, late, State.THREAD_WAITS);
      boolean now;
      try {
        now = enter(account, turn) || comesInAMoment(turn);
      } finally {
        waitingThreads.release();
      }
      if (now) {
        run(account, work);
      } else {
        waitWithoutThread(account, turn, timeout.minus(moment));
      }
    } else {
      takeElsewhere(account, work, late);
    }
  }

  /**
   * Runs the work as {@link #take} does, but always on another thread, and without waiting on this
   * one.
   */
  public void takeElsewhere(Account account, Runnable work, Runnable late) {
    Turn turn = new Turn(work, late, State.WAITS);
    if (!enter(account, turn)) {
      waitWithoutThread(account, turn, timeout);
    } else if (!pass(account, turn)) {
      late.run();
      next(account);
    }
  }

  /**
   * Takes a place if one is free.
   *
   * @param turn waits in the line if no place is free; null if nothing is to wait
   */
  private boolean enter(Account account, Turn turn) {
    boolean[] entered = new boolean[1];
    open.compute(
        account,
        (key, known) -> {
          Line line = known == null ? new Line() : known;
          if (line.running < atOnce) {
            line.running++;
            entered[0] = true;
          } else if (turn != null) {
            line.waiting.add(turn);
          }
          return line;
        });
    return entered[0];
  }

  /** Waits on this thread, and checks whether the turn has come. */
  private boolean comesInAMoment(Turn turn) {
    long end = System.nanoTime() + moment.toNanos();
    while (turn.state.get() == State.THREAD_WAITS) {
      long left = end - System.nanoTime();
      if (left <= 0 || Thread.currentThread().isInterrupted()) {
        return !turn.state.compareAndSet(State.THREAD_WAITS, State.WAITS);
      }
      LockSupport.parkNanos(turn, left);
    }
    return true;
  }

  private void waitWithoutThread(Account account, Turn turn, Duration left) {
    turn.granted
        .completeOnTimeout(null, left.toNanos(), TimeUnit.NANOSECONDS)
        .thenRun(
            () -> {
              if (turn.state.compareAndSet(State.WAITS, State.LATE)) {
                forget(account, turn);
                turn.late.run();
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

  /** Returns the work so that its log lines name this request, whichever thread runs it. */
  private static Runnable named(Runnable work) {
    String requestId = RequestId.current();
    return () ->
        RequestId.during(
            requestId,
            () -> {
              work.run();
              return null;
            });
  }

  private void run(Account account, Runnable work) {
    try {
      work.run();
    } finally {
      next(account);
    }
  }

  /** Passes the place of work that has ended on to work that waits, or gives it up. */
  private void next(Account account) {
    for (Turn next = poll(account); next != null; next = poll(account)) {
      if (next.state.compareAndSet(State.THREAD_WAITS, State.GRANTED)) {
        LockSupport.unpark(next.thread);
        return;
      }
      if (next.state.compareAndSet(State.WAITS, State.GRANTED)) {
        next.granted.complete(null);
        if (pass(account, next)) {
          return;
        }
        next.late.run();
      }
    }
  }

  /** Lets another thread run the work in the place that it was given; false if none takes it. */
  private boolean pass(Account account, Turn turn) {
    try {
      executor.execute(() -> run(account, turn.work));
      return true;
    } catch (RejectedExecutionException stopping) {
      return false;
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
}
