package dev.uketsuke.accounts;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Inject;
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

  @Inject
  WaitingThreads(AgroalDataSource pool) {
    // Twice as many, because some wait for a connection, and some only pass work on.
    this(2 * pool.getConfiguration().connectionPoolConfiguration().maxSize());
  }

  WaitingThreads(int most) {
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
    // The thread must not inherit the log fields of the work that happens to start it.
    Thread thread = new Thread(null, work, "waiting-work", 0, false);
    thread.setDaemon(true);
    // A timer's thread of the Java runtime may start it, and the loader of that one does not know
    // the classes of the service; nor does the one that such a thread gets from Java 19 on.
    thread.setContextClassLoader(WaitingThreads.class.getClassLoader());
    return thread;
  }
}
