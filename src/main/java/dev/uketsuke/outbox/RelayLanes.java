package dev.uketsuke.outbox;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * How much of this process may deliver to one destination at once, whoever has asked for it.
 *
 * <p>Guarantee: never more than so many deliveries at a time, however many runs are asked for; one
 * that takes long keeps its own lane busy and no other. Nobody waits for a lane: a run that finds
 * none free has its work done by those that are at it, or by a later one.
 */
final class RelayLanes {

  private final Semaphore free;
  private final int lanes;
  private final Executor threads;

  /** So many lanes, on threads that nobody else waits for. */
  RelayLanes(int lanes, Executor threads) {
    this.lanes = lanes;
    this.free = new Semaphore(lanes);
    this.threads = threads;
  }

  /**
   * Does the work on every free lane, and returns at once.
   *
   * @return one for each lane taken, completed when the work on it has ended and it is free again
   */
  List<CompletableFuture<Void>> fill(Runnable work) {
    List<CompletableFuture<Void>> taken = new ArrayList<>();
    while (taken.size() < lanes && free.tryAcquire()) {
      taken.add(begin(work));
    }
    return taken;
  }

  private CompletableFuture<Void> begin(Runnable work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    boolean begun = false;
    try {
      threads.execute(
          () -> {
            Throwable failure = failureOf(work);
            free.release(); // Before it is told: who hears of the end may want the lane at once.
            if (failure == null) {
              done.complete(null);
            } else {
              done.completeExceptionally(failure);
            }
          });
      begun = true;
    } finally {
      if (!begun) {
        free.release();
      }
    }
    return done;
  }

  private static Throwable failureOf(Runnable work) {
    try {
      work.run();
      return null;
    } catch (RuntimeException | Error failure) {
      return failure;
    }
  }
}
