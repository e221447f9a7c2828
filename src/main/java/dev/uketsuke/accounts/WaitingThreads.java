package dev.uketsuke.accounts;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that run work which had to wait for its turn.
 *
 * <p>Guarantee: such work runs outside any request. The threads of the framework would run it in
 * the context of the request whose end made room for it, which may be another client's and may have
 * ended: the identity, the trace and all other data of that request would be at hand
 * (docs/adr/0042). The number of threads is bounded by the size of the pool, because a thread
 * without a connection has nothing to do.
 */
@Singleton
public class WaitingThreads implements Executor {

  private static final int IDLE_SECONDS = 60;

  private final ThreadPoolExecutor threads;

  WaitingThreads(AgroalDataSource pool) {
    // Twice as many, because some wait for a connection, and some only pass work on.
    int most = 2 * pool.getConfiguration().connectionPoolConfiguration().maxSize();
    this.threads =
        new ThreadPoolExecutor(
            most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::thread);
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable work) {
    threads.execute(work);
  }

  private Thread thread(Runnable work) {
    Thread thread = new Thread(work, "waiting-work");
    thread.setDaemon(true);
    return thread;
  }
}
