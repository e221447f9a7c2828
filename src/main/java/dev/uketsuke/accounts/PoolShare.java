package dev.uketsuke.accounts;

import dev.uketsuke.database.DatabaseLimits;
import io.agroal.api.AgroalDataSource;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * The connections of the pool that the work of one account may hold at a time.
 *
 * <p>Guarantee: submissions, moves and inquiries of one account together leave a quarter of the
 * pool to all other accounts, however slow they are and however many keys and applications they use
 * (docs/adr/0038, 0042). Requests for tokens, and new keys where an account may use only so many in
 * a minute, go one at a time and take one further connection each.
 */
@Singleton
public class PoolShare {

  private final AccountTurns writes;
  private final AccountTurns inquiries;

  @Inject
  PoolShare(AgroalDataSource pool, WaitingThreads threads, DatabaseLimits limits) {
    this(
        pool.getConfiguration().connectionPoolConfiguration().maxSize(),
        threads,
        limits.lockTimeout());
  }

  /**
   * Makes the shares of a pool.
   *
   * @param connections the size of the pool
   * @param threads run work that had to wait
   * @param timeout how long work waits for its turn
   */
  public PoolShare(int connections, Executor threads, Duration timeout) {
    this.writes = new AccountTurns(threads, timeout, Math.max(1, connections / 2));
    this.inquiries = new AccountTurns(threads, timeout, Math.max(1, connections / 4));
  }

  /** Returns the turns of submissions and moves: half of the pool, at least one connection. */
  public AccountTurns writes() {
    return writes;
  }

  /** Returns the turns of inquiries: a quarter of the pool, at least one connection. */
  public AccountTurns inquiries() {
    return inquiries;
  }
}
