package dev.uketsuke.submissions;

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
 * Asks one question about a key at a time; whoever asks meanwhile shares the answer to the next.
 *
 * <p>Guarantee: however many ask about one key, they hold one thread and one connection, and
 * however many keys one account asks about, no more than its share of the pool, so other accounts
 * go on. Each gets an answer to a question that began after its own request, so that nobody is told
 * of a state older than what the client already knows.
 */
final class SharedQuestions {

  private final Map<Slot, Round> open = new ConcurrentHashMap<>();
  private final Executor executor;
  private final AccountTurns share;
  private final Function<Slot, SubmissionState> question;

  /**
   * Creates it with nothing under way.
   *
   * @param executor asks the questions of those who had to wait
   * @param share bounds how many questions of one account are under way
   * @param question blocks until the answer is known
   */
  SharedQuestions(Executor executor, AccountTurns share, Function<Slot, SubmissionState> question) {
    this.executor = executor;
    this.share = share;
    this.question = question;
  }

  /** A question that is under way, and the answer to the one after it; null if nobody waits. */
  private static final class Round {
    private CompletableFuture<SubmissionState> next;
  }

  /**
   * Asks on this thread if nobody else asks about the key and the account has not used up its
   * share, and otherwise on another thread, together with all who ask about the key by then.
   *
   * @return completes as the question does, also exceptionally; with {@link
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
      return shared.get().copy(); // One client that hangs up must not cancel it for the others.
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
    open.computeIfPresent(
        slot,
        (key, underWay) -> {
          CompletableFuture<SubmissionState> askers = underWay.next;
          if (askers == null) {
            return null;
          }
          underWay.next = null;
          try {
            executor.execute(() -> answer(slot, askers));
            return underWay;
          } catch (RejectedExecutionException stopping) {
            askers.complete(SubmissionState.inProgress());
            return null;
          }
        });
  }
}
