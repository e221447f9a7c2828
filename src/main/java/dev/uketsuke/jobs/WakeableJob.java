package dev.uketsuke.jobs;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One job of this process, which runs at its interval and when it is woken.
 *
 * <p>Guarantee: there is at most one run at a time. Every wake-up is followed by a run that begins
 * later than the wake-up; concurrent wake-ups share one run. If no thread is free, that run is the
 * next one at the job's interval. A pause between two runs limits the load on the database to a few
 * runs per second.
 */
final class WakeableJob {

  private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

  private enum State {
    IDLE,
    /** A run has been requested and begins soon. */
    DUE,
    RUNNING,
    /** The job was woken during a run, which may have missed the new work; another run follows. */
    AGAIN
  }

  private final Runnable run;
  private final Executor executor;
  private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
  private volatile long ended = System.nanoTime() - PAUSE_NANOS;

  WakeableJob(Runnable run, Executor executor) {
    this.run = run;
    this.executor = executor;
  }

  /** Requests a run and returns without waiting for it. */
  void wake() {
    State now = state.get();
    while (now == State.IDLE || now == State.RUNNING) {
      State next = now == State.IDLE ? State.DUE : State.AGAIN;
      if (state.compareAndSet(now, next)) {
        if (next == State.DUE) {
          runAfterPause();
        }
        return;
      }
      now = state.get();
    }
  }

  /** Runs the job on this thread, unless a run is going on or has been requested. */
  void runIfIdle() {
    if (state.compareAndSet(State.IDLE, State.RUNNING)) {
      runNow();
    }
  }

  /**
   * Runs the job when the pause after the last run has ended. The timer is used even if no pause is
   * left, so that the run does not inherit the context of the request that woke the job.
   */
  private void runAfterPause() {
    long pause = Math.max(0, ended + PAUSE_NANOS - System.nanoTime());
    CompletableFuture.delayedExecutor(pause, TimeUnit.NANOSECONDS, this::execute)
        .execute(
            () -> {
              state.set(State.RUNNING);
              runNow();
            });
  }

  /**
   * Starts the run. If no thread is free the request is dropped; the schedule runs the job later.
   */
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
        runAfterPause();
      }
    }
  }
}
