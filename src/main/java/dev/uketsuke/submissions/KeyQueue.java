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
 * Lets only one submission of a key in this process wait for the database, and of one account's
 * keys only as many as its share of the pool; the others wait here.
 *
 * <p>Guarantee: duplicates of one slow key hold neither threads nor connections, and all slow keys
 * of one account hold no more than its share, so other accounts go on. A waiting duplicate is
 * answered within the lock time-out, like one that waits in the database. The queue decides
 * nothing: across processes the unique constraint does.
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
          LOG.errorf(
              e, "a submission failed after its client had been told that it is in progress");
        }
        return SubmissionOutcome.of(Kind.UNKNOWN);
      }
    }
  }

  /** What is to be done for one submission. */
  interface Work {

    /** Decides whether the submission is new. */
    SubmissionOutcome decide();

    /** Does the same when another submission with this key has just been decided. */
    SubmissionOutcome repeat();

    /** Returns whether new keys of one account wait for each other, whatever the keys are. */
    default boolean waitsForItsAccount() {
      return false;
    }
  }

  /** Returns whether a submission of this key is under way in this process. */
  boolean isOpen(Slot slot) {
    return open.containsKey(slot);
  }

  /**
   * Runs the work on this thread if the key is free, and later on another thread if it is not.
   *
   * @return the outcome; in progress if the key does not become free within the lock time-out
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

  /** The account was busy with its other keys for the whole time-out, so nothing was begun. */
  private void giveUp(Slot slot, Waiter leader) {
    SubmissionOutcome outcome = SubmissionOutcome.of(Kind.NOT_BEGUN);
    leader.answer().complete(outcome);
    release(slot, waiter -> waiter.answer().complete(outcome));
  }

  private void lead(Slot slot, Waiter leader) {
    SubmissionOutcome outcome = leader.run(leader.work()::decide);
    if (outcome.isDefinite()) {
      // Decided, and what is decided never changes: whoever waits gets its answer from that.
      release(
          slot,
          waiter ->
              outcome
                  .repeatedBy(waiter.sameContentAs(leader))
                  .ifPresentOrElse(waiter.answer()::complete, () -> ask(waiter)));
    } else if (outcome.kind() == Kind.IN_PROGRESS) {
      // Held elsewhere for the whole time-out. A next leader would go on waiting behind its own
      // answer, and could create what its client has long been told is in progress.
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
