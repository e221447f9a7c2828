package dev.uketsuke.submissions;

import dev.uketsuke.accounts.AccountTurns;
import dev.uketsuke.accounts.PoolShare;
import dev.uketsuke.accounts.WaitingThreads;
import dev.uketsuke.database.DatabaseLimits;
import dev.uketsuke.requests.RequestId;
import dev.uketsuke.submissions.Submission.Slot;
import dev.uketsuke.submissions.SubmissionOutcome.Kind;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
  private final DatabaseLimits limits;
  private final AccountTurns turns;
  private final AccountTurns share;

  @Inject
  KeyQueue(WaitingThreads threads, DatabaseLimits limits, PoolShare share) {
    this((Executor) threads, limits, share);
  }

  KeyQueue(Executor threads, DatabaseLimits limits, PoolShare share) {
    this.limits = limits;
    this.turns = new AccountTurns(threads, limits.lockTimeout(), 1);
    this.share = share.writes();
  }

  /**
   * A submission that is handled or waits.
   *
   * @param requestId the request that brought it, for the log lines of other threads
   */
  private record Waiter(
      Submission submission,
      Work work,
      CompletableFuture<SubmissionOutcome> answer,
      String requestId) {

    boolean sameContentAs(Waiter other) {
      return submission.fingerprint().equals(other.submission.fingerprint());
    }

    boolean isWaiting() {
      return !answer.isDone();
    }

    SubmissionOutcome run(Supplier<SubmissionOutcome> part) {
      return RequestId.during(requestId, () -> decide(part));
    }

    private SubmissionOutcome decide(Supplier<SubmissionOutcome> part) {
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
    Waiter waiter = new Waiter(submission, work, new CompletableFuture<>(), RequestId.current());
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
      lineOf(waiter).take(slot.account(), () -> lead(slot, waiter), () -> giveUp(slot, waiter));
      return waiter.answer();
    }
    SubmissionOutcome late = SubmissionOutcome.of(Kind.IN_PROGRESS);
    waiter
        .answer()
        .completeOnTimeout(late, limits.lockTimeout().toMillis(), TimeUnit.MILLISECONDS)
        .thenAccept(
            outcome -> {
              if (outcome == late) {
                forget(slot, waiter);
              }
            });
    return waiter.answer();
  }

  private void forget(Slot slot, Waiter waiter) {
    open.computeIfPresent(
        slot,
        (key, queue) -> {
          queue.remove(waiter);
          return queue;
        });
  }

  private AccountTurns lineOf(Waiter waiter) {
    return waiter.work().waitsForItsAccount() ? turns : share;
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
                  .ifPresentOrElse(waiter.answer()::complete, () -> ask(slot, waiter)));
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

  /** Lets the database answer a submission, in its account's turn like any other. */
  private void ask(Slot slot, Waiter waiter) {
    lineOf(waiter)
        .takeElsewhere(
            slot.account(),
            () -> askIfWaiting(waiter),
            () -> waiter.answer().complete(SubmissionOutcome.of(Kind.NOT_BEGUN)));
  }

  private static void askIfWaiting(Waiter waiter) {
    if (waiter.isWaiting()) {
      waiter.run(waiter.work()::repeat);
    }
  }

  private void next(Slot slot) {
    for (Waiter next = poll(slot); next != null; next = poll(slot)) {
      if (next.isWaiting()) {
        Waiter leader = next;
        lineOf(leader)
            .takeElsewhere(slot.account(), () -> lead(slot, leader), () -> giveUp(slot, leader));
        return;
      }
    }
  }

  /** Returns the submission that waits longest; null if none waits, and then the key is left. */
  private Waiter poll(Slot slot) {
    Waiter[] longest = new Waiter[1];
    open.computeIfPresent(
        slot,
        (key, queue) -> {
          longest[0] = queue.poll();
          return longest[0] == null ? null : queue;
        });
    return longest[0];
  }
}
