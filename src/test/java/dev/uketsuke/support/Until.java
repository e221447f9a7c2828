package dev.uketsuke.support;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a condition by asking again and again; a test never relies on how long something takes.
 */
public final class Until {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private Until() {}

  /** Returns once the condition holds; fails, naming what was awaited, after three minutes. */
  public static void holds(String what, Callable<Boolean> condition) throws Exception {
    holds(what, PATIENCE, condition);
  }

  /** The same with another patience, for a bench. */
  public static void holds(String what, Duration patience, Callable<Boolean> condition)
      throws Exception {
    var deadline = System.nanoTime() + patience.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("still not: " + what);
      }
      LockSupport.parkNanos(10_000_000);
    }
  }
}
