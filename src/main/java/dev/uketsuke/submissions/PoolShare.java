package dev.uketsuke.submissions;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * The number of connections of the pool that the work of one account may hold at a time.
 *
 * <p>Guarantee: submissions and inquiries of one account together leave a quarter of the pool to
 * all other accounts, however slow they are and however many keys they use (docs/adr/0038).
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
