package dev.uketsuke.http.wire;

import java.util.concurrent.atomic.AtomicLong;

/**
 * An amount of memory that requests share.
 *
 * <p>Guarantee: the bytes taken and not given back never exceed the limit.
 */
final class MemoryShare {
  private final long limit;
  private final AtomicLong taken = new AtomicLong();

  /** Makes a share with a limit in bytes. */
  MemoryShare(long limit) {
    this.limit = limit;
  }

  /** Takes bytes and returns true; if not enough are left, takes none and returns false. */
  boolean take(int bytes) {
    if (taken.addAndGet(bytes) <= limit) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  /** Gives back bytes that were taken. */
  void giveBack(long bytes) {
    taken.addAndGet(-bytes);
  }

  /** Returns how many bytes are taken. */
  long taken() {
    return taken.get();
  }
}
