package dev.uketsuke.database;

import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * What is worth doing at once when the transaction of this thread is committed, and may as well not
 * be done at all, such as waking who looks for work.
 *
 * <p>Guarantee: done after the commit, never before it and never after a rollback; it cannot turn
 * what was committed into a failure.
 */
public final class AfterCommit {

  private static final Logger LOG = Logger.getLogger(AfterCommit.class);
  private static final ThreadLocal<AfterCommit> OPEN = new ThreadLocal<>();

  private final AfterCommit outer = OPEN.get();
  private final List<Runnable> actions = new ArrayList<>();

  private AfterCommit() {}

  /**
   * Adds an action to the transaction that is open on this thread; without one it is left undone.
   *
   * @param action must not block
   */
  public static void add(Runnable action) {
    AfterCommit open = OPEN.get();
    if (open != null) {
      open.actions.add(action);
    }
  }

  static AfterCommit begin() {
    AfterCommit open = new AfterCommit();
    OPEN.set(open);
    return open;
  }

  void end(boolean committed) {
    if (outer == null) {
      OPEN.remove();
    } else {
      OPEN.set(outer);
    }
    if (committed) {
      actions.forEach(AfterCommit::run);
    }
  }

  private static void run(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      LOG.errorf(e, "left undone after a commit");
    }
  }
}
