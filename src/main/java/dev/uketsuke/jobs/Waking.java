package dev.uketsuke.jobs;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One job of this process, which runs by schedule and when it is woken.
 *
 * <p>Guarantee: one run at a time, and each wish is followed by a run that began after it; any
 * number of wishes make one run. Between two runs there is a pause, so that a busy hour costs the
 * database no more than a few runs a second.
 */
final class Waking {

  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  private enum State {
    IDLE,
    /** A run is about to begin. */
    DUE,
    RUNNING,
    /** Woken while it ran: it may have looked already where the new work is. */
    AGAIN
  }

  private final Runnable run;
  private final Executor executor;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private volatile long ended = System.nanoTime() - PAUSE_NANOS;

  Waking(Runnable run, Executor executor) {
    this.run = run;
    this.executor = executor;
  }

  /** Asks for a run soon, and returns at once. */
  void wish() {
    State now = state.get();
    while (now == State.IDLE || now == State.RUNNING) {
      State next = now == State.IDLE ? State.DUE : State.AGAIN;
      if (state.compareAndSet(now, next)) {
        if (next == State.DUE) {
          later();
        }
        return;
      }
      now = state.get();
    }
  }

  /** Runs now, on this thread, unless a run goes on or is about to. */
  void tick() {
    if (state.compareAndSet(State.IDLE, State.RUNNING)) {
      runNow();
    }
  }

  /** By way of the timer also if at once: a request's context is not to come along. */
  private void later() {
    long pause = Math.max(0, ended + PAUSE_NANOS - System.nanoTime());
    CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS, this::execute)
        .execute(
            () -> {
              state.set(State.RUNNING);
              runNow();
            });
  }

  /** Without a thread to be had the wish is forgotten: the schedule comes round. */
  private void execute(Runnable task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException overloaded) {
      state.set(State.IDLE);
    }
  }

  private void runNow() {
    try {
      run.run();
    } finally {
      ended = System.nanoTime();
      if (!state.compareAndSet(State.RUNNING, State.IDLE)) {
        state.set(State.DUE);
        later();
      }
    }
  }
}
