package dev.uketsuke.database;

import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Runs optional actions after the commit of the current thread's transaction, such as waking a job.
 *
 * <p>Guarantee: an action runs after the commit, never before it and never after a rollback. If an
 * action fails, the failure is logged and the committed work still counts as successful. Actions
 * are lost if the process dies, so nothing may depend on them.
 */
public final class AfterCommit {

  private static final Logger LOG = Logger.getLogger(AfterCommit.class);
  private static final ThreadLocal<AfterCommit> OPEN = new ThreadLocal<>();

  private final AfterCommit outer = OPEN.get();
  private final List<Runnable> actions = new ArrayList<>();

  private AfterCommit() {}

  /**
   * Adds an action to the transaction that is open on this thread; does nothing if none is open.
   *
   * @param action an action that does not block
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
      LOG.errorf(e, "An action after a commit failed; the committed work is not affected");
    }
  }
}
