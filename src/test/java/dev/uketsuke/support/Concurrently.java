package dev.uketsuke.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs the same work many times at once: all threads leave one barrier together. */
public final class Concurrently {

  /** One piece of work; {@code index} counts from 0. */
  @FunctionalInterface
  public interface Work<T> {
    T run(int index) throws Exception;
  }

  private Concurrently() {}

  /**
   * Results in the order of their index; the first failure is thrown. Gives up after two minutes.
   */
  public static <T> List<T> run(int times, Work<T> work) throws Exception {
    var barrier = new CyclicBarrier(times);
    var executor = Executors.newFixedThreadPool(times);
    try {
      var pending = new ArrayList<Future<T>>();
      for (int i = 0; i < times; i++) {
        int index = i;
        pending.add(
            executor.submit(
                () -> {
                  barrier.await();
                  return work.run(index);
                }));
      }
      var results = new ArrayList<T>();
      for (var each : pending) {
        results.add(each.get(2, TimeUnit.MINUTES));
      }
      return results;
    } finally {
      executor.shutdownNow();
    }
  }

  /** Starts one piece of work in the background. */
  public static <T> Future<T> start(Work<T> work) {
    var executor = Executors.newSingleThreadExecutor();
    try {
      return executor.submit(() -> work.run(0));
    } finally {
      executor.shutdown();
    }
  }
}
