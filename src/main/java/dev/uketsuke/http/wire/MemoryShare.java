package dev.uketsuke.http.wire;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A share of memory that many requests divide among themselves.
 *
 * <p>Guarantee: what has been taken and not given back never exceeds the limit.
 */
final class MemoryShare {
  private final long limit;
  private final AtomicLong taken = new AtomicLong();

  /** Makes a share of this many bytes. */
  MemoryShare(long limit) {
    this.limit = limit;
  }

  /** Takes this many bytes, and returns whether there were as many; if not, none is taken. */
  boolean take(int bytes) {
    if (taken.addAndGet(bytes) <= limit) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  /** Gives back what was taken. */
  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }

  /** Returns how many bytes are taken. */
  long taken() {
    return taken.get();
  }
}
