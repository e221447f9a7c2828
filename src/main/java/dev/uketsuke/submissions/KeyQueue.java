package dev.uketsuke.submissions;

import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.submissions.Submission.Slot;
import dev.uketsuke.submissions.SubmissionOutcome.Kind;
import jakarta.inject.Singleton;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.microprofile.context.ManagedExecutor;
import org.jboss.logging.Logger;

/**
 * Lets one submission of each key, and of each account's keys only a share of the pool, use the
 * database at a time; further submissions wait in the memory of this process.
 *
 * <p>Guarantee: waiting duplicates hold neither threads nor connections, and all slow keys of one
 * account hold no more than its share of the pool, so other accounts are not slowed down. A
 * duplicate is answered within the lock time-out, as if it had waited in the database. Correctness
 * does not depend on the queue: between processes the unique constraint decides.
 */
@Singleton
class KeyQueue {

  private static final Logger LOG = Logger.getLogger(KeyQueue.class);

  private final Map<Slot, Queue<Waiter>> open = new ConcurrentHashMap<>();
  private final ManagedExecutor executor;
  private final DatabaseLimits limits;
  private final AccountTurns turns;
  private final AccountTurns share;

  KeyQueue(ManagedExecutor executor, DatabaseLimits limits, PoolShare share) {
    this.executor = executor;
    this.limits = limits;
    this.turns = new AccountTurns(executor, limits.lockTimeout(), 1);
    this.share = new AccountTurns(executor, limits.lockTimeout(), share.ofSubmissions());
  }

  private record Waiter(
      Submission submission, Work work, CompletableFuture<SubmissionOutcome> answer) {

    boolean sameContentAs(Waiter other) {
      return submission.fingerprint().equals(other.submission.fingerprint());
    }

    boolean isWaiting() {
      return !answer.isDone();
    }

    SubmissionOutcome run(Supplier<SubmissionOutcome> part) {
      try {
        SubmissionOutcome outcome = part.get();
        answer.complete(outcome);
        return outcome;
      } catch (RuntimeException | Error e) {
        if (!answer.completeExceptionally(e)) {
          LOG.errorf(e, "A submission failed after its client was told that it is in progress");
        }
        return SubmissionOutcome.of(Kind.UNKNOWN);
      }
    }
  }

  /** The work for one submission. */
  interface Work {

    /** Decides the outcome of the submission. */
    SubmissionOutcome decide();

    /** Decides the outcome after another submission of the same key has just been decided. */
    SubmissionOutcome repeat();

    /**
     * Checks whether new keys of one account are handled one after the other, even if they differ.
     */
    default boolean waitsForItsAccount() {
      return false;
    }
  }

  /** Checks whether this process is handling a submission of this key. */
  boolean isOpen(Slot slot) {
    return open.containsKey(slot);
  }

  /**
   * Runs the work on this thread if no other submission of the key is being handled, and otherwise
   * later on another thread.
   *
   * @return the outcome; {@code IN_PROGRESS} if the turn does not come within the lock time-out
   */
  CompletableFuture<SubmissionOutcome> run(Submission submission, Work work) {
    Slot slot = submission.slot();
    Waiter waiter = new Waiter(submission, work, new CompletableFuture<>());
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
      begin(slot, waiter);
      return waiter.answer();
    }
    return waiter
        .answer()
        .completeOnTimeout(
            SubmissionOutcome.of(Kind.IN_PROGRESS),
            limits.lockTimeout().toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private void begin(Slot slot, Waiter leader) {
    AccountTurns line = leader.work().waitsForItsAccount() ? turns : share;
    line.take(slot.account(), () -> lead(slot, leader), () -> giveUp(slot, leader));
  }

  /**
   * Answers that nothing was begun, because other keys of the account were being handled during the
   * whole time-out.
   */
  private void giveUp(Slot slot, Waiter leader) {
    SubmissionOutcome outcome = SubmissionOutcome.of(Kind.NOT_BEGUN);
    leader.answer().complete(outcome);
    release(slot, waiter -> waiter.answer().complete(outcome));
  }

  private void lead(Slot slot, Waiter leader) {
    SubmissionOutcome outcome = leader.run(leader.work()::decide);
    if (outcome.isDefinite()) {
      // A definite outcome never changes, so the waiting submissions can be answered from it.
      release(
          slot,
          waiter ->
              outcome
                  .repeatedBy(waiter.sameContentAs(leader))
                  .ifPresentOrElse(waiter.answer()::complete, () -> ask(waiter)));
    } else if (outcome.kind() == Kind.IN_PROGRESS) {
      // Another process held the key for the whole time-out. If the next waiting submission tried
      // now, it could create an application after its client was told that it is in progress.
      release(slot, waiter -> waiter.answer().complete(outcome));
    } else {
      next(slot);
    }
  }

  private void release(Slot slot, Consumer<Waiter> answer) {
    open.remove(slot).stream().filter(Waiter::isWaiting).forEach(answer);
  }

  private void ask(Waiter waiter) {
    try {
      executor.execute(() -> waiter.run(waiter.work()::repeat));
    } catch (RejectedExecutionException stopping) {
      waiter.answer().complete(SubmissionOutcome.of(Kind.IN_PROGRESS));
    }
  }

  private void next(Slot slot) {
    open.computeIfPresent(
        slot,
        (key, queue) -> {
          for (Waiter next = queue.poll(); next != null; next = queue.poll()) {
            if (next.isWaiting()) {
              Waiter leader = next;
              try {
                executor.execute(() -> begin(slot, leader));
                return queue;
              } catch (RejectedExecutionException stopping) {
                leader.answer().complete(SubmissionOutcome.of(Kind.NOT_BEGUN));
              }
            }
          }
          return null;
        });
  }
}
