package dev.uketsuke.submissions;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * Says how many connections of the pool one account's work may hold at a time.
 *
 * <p>Guarantee: submissions and inquiries of one account together leave a quarter of the pool to
 * all others, however slow the database is with them and however many keys they are about
 * (docs/adr/0038).
 */
@Singleton
class PoolShare {

  private final int connections;

  @Inject
  PoolShare(AgroalDataSource pool) {
    this(pool.getConfiguration().connectionPoolConfiguration().maxSize());
  }

  PoolShare(int connections) {
    this.connections = connections;
  }

  /** Returns half of the pool, at least one connection. */
  int ofSubmissions() {
    return Math.max(1, connections / 2);
  }

  /** Returns a quarter of the pool, at least one connection. */
  int ofInquiries() {
    return Math.max(1, connections / 4);
  }
}
