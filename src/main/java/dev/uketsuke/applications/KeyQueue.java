package dev.uketsuke.applications;

import dev.uketsuke.applications.Submission.Slot;
import dev.uketsuke.applications.SubmissionOutcome.Kind;
import dev.uketsuke.database.DatabaseLimits;
import jakarta.inject.Singleton;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.eclipse.microprofile.context.ManagedExecutor;

/**
 * Lets only one submission of a key in this process wait for the database; the others wait here.
 *
 * <p>Guarantee: duplicates of one slow key hold neither threads nor connections, so other accounts
 * go on; a waiting duplicate answers within the lock time-out like one that waits in the database.
 * It decides nothing: without it, or across processes, the unique constraint still does.
 */
@Singleton
class KeyQueue {

  private final Map<Slot, Queue<Waiter>> open = new ConcurrentHashMap<>();
  private final ManagedExecutor executor;
  private final DatabaseLimits limits;

  KeyQueue(ManagedExecutor executor, DatabaseLimits limits) {
    this.executor = executor;
    this.limits = limits;
  }

  private record Waiter(
      Supplier<SubmissionOutcome> work, CompletableFuture<SubmissionOutcome> answer) {

    boolean isWaiting() {
      return !answer.isDone();
    }

    SubmissionOutcome run() {
      try {
        SubmissionOutcome outcome = work.get();
        answer.complete(outcome);
        return outcome;
      } catch (RuntimeException | Error e) {
        answer.completeExceptionally(e);
        return SubmissionOutcome.of(Kind.UNKNOWN);
      }
    }
  }

  /** Whether a submission of this key is under way in this process. */
  boolean isOpen(Slot slot) {
    return open.containsKey(slot);
  }

  /**
   * Runs the work on this thread if the key is free, later on another if not.
   *
   * @return the outcome; in progress if the key does not become free within the lock time-out
   */
  CompletableFuture<SubmissionOutcome> run(Slot slot, Supplier<SubmissionOutcome> work) {
    Waiter waiter = new Waiter(work, new CompletableFuture<>());
    boolean[] first = new boolean[1];
    open.compute(
        slot,
        (key, queue) -> {
          if (queue == null) {
            first[0] = true;
            return new ArrayDeque<>(0);
          }
          queue.add(waiter);
          return queue;
        });
    if (first[0]) {
      lead(slot, waiter);
      return waiter.answer();
    }
    return waiter
        .answer()
        .completeOnTimeout(
            SubmissionOutcome.of(Kind.IN_PROGRESS),
            limits.lockTimeout().toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void lead(Slot slot, Waiter leader) {
    SubmissionOutcome outcome = leader.run();
    if (outcome.isDefinite()) {
      // The row is there: whoever waits gets a quick answer from it, all at once.
      Queue<Waiter> waiting = open.remove(slot);
      waiting.stream().filter(Waiter::isWaiting).forEach(next -> executor.execute(next::run));
    } else {
      next(slot);
    }
  }

  private void next(Slot slot) {
    open.computeIfPresent(
        slot,
        (key, queue) -> {
          for (Waiter next = queue.poll(); next != null; next = queue.poll()) {
            if (next.isWaiting()) {
              Waiter leader = next;
              executor.execute(() -> lead(slot, leader));
              return queue;
            }
          }
          return null;
        });
  }
}
