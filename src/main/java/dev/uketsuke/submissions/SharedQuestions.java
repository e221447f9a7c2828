package dev.uketsuke.submissions;

import dev.uketsuke.accounts.AccountTurns;
import dev.uketsuke.database.DatabaseException;
import dev.uketsuke.database.DatabaseFailure;
import dev.uketsuke.submissions.Submission.Slot;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * Combines inquiries about one key: one question to the database at a time, and all inquiries that
 * arrive meanwhile share the answer to the next question.
 *
 * <p>Guarantee: all inquiries about one key together hold at most one thread and one connection,
 * and all inquiries of one account no more than its share of the pool, so other accounts are not
 * slowed down. Each inquiry gets the answer to a question that began after the inquiry arrived, so
 * the answer is never older than what the client already knows.
 */
final class SharedQuestions {

  private final Map<Slot, Round> open = new ConcurrentHashMap<>();
  private final Executor executor;
  private final AccountTurns share;
  private final Function<Slot, SubmissionState> question;

  /**
   * Makes an object without open questions.
   *
   * @param executor runs the questions of inquiries that had to wait
   * @param share limits how many questions of one account are asked at a time
   * @param question asks the database, and blocks until the answer is known
   */
  SharedQuestions(Executor executor, AccountTurns share, Function<Slot, SubmissionState> question) {
    this.executor = executor;
    this.share = share;
    this.question = question;
  }

  /** A question that is being asked; {@code next} is the answer to the one after it, or null. */
  private static final class Round {
    private CompletableFuture<SubmissionState> next;
  }

  /**
   * Asks on this thread if no question about the key is being asked and the account has not used up
   * its share of the pool, and otherwise later on another thread, for all inquiries that have
   * arrived by then.
   *
   * @return the answer; fails with the exception of the question, or with {@link
   *     DatabaseFailure#UNAVAILABLE} if the account's turn did not come in time
   */
  CompletableFuture<SubmissionState> ask(Slot slot) {
    AtomicReference<CompletableFuture<SubmissionState>> shared = new AtomicReference<>();
    open.compute(
        slot,
        (key, underWay) -> {
          if (underWay == null) {
            return new Round();
          }
          if (underWay.next == null) {
            underWay.next = new CompletableFuture<>();
          }
          shared.set(underWay.next);
          return underWay;
        });
    if (shared.get() != null) {
      return shared.get().copy(); // If one client disconnects, the others still get the answer.
    }
    CompletableFuture<SubmissionState> mine = new CompletableFuture<>();
    answer(slot, mine);
    return mine;
  }

  private void answer(Slot slot, CompletableFuture<SubmissionState> askers) {
    share.take(slot.account(), () -> answerNow(slot, askers), () -> giveUp(slot, askers));
  }

  private void giveUp(Slot slot, CompletableFuture<SubmissionState> askers) {
    askers.completeExceptionally(
        new DatabaseException(
            DatabaseFailure.UNAVAILABLE,
            new SQLException("This account asks about too many keys at once")));
    next(slot);
  }

  private void answerNow(Slot slot, CompletableFuture<SubmissionState> askers) {
    try {
      askers.complete(question.apply(slot));
    } catch (RuntimeException | Error e) {
      askers.completeExceptionally(e);
    } finally {
      next(slot);
    }
  }

  private void next(Slot slot) {
    for (var askers = poll(slot); askers != null; askers = poll(slot)) {
      CompletableFuture<SubmissionState> asking = askers;
      try {
        executor.execute(() -> answer(slot, asking));
        return;
      } catch (RejectedExecutionException stopping) {
        asking.complete(SubmissionState.inProgress());
      }
    }
  }

  /** Returns the answer that inquiries wait for; null if none waits, and then the key is left. */
  private CompletableFuture<SubmissionState> poll(Slot slot) {
    AtomicReference<CompletableFuture<SubmissionState>> askers = new AtomicReference<>();
    open.computeIfPresent(
        slot,
        (key, underWay) -> {
          askers.set(underWay.next);
          underWay.next = null;
          return askers.get() == null ? null : underWay;
        });
    return askers.get();
  }
}
