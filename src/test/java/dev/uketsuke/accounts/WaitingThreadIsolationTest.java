package dev.uketsuke.accounts;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Work that had to wait knows nothing of the request that made room for it. */
class WaitingThreadIsolationTest {

  private static final InheritableThreadLocal<String> OF_A_REQUEST = new InheritableThreadLocal<>();

  private final WaitingThreads threads = new WaitingThreads(2);

  @Test
  void threadInheritsNothingFromTheOneThatNeedsItFirst() throws Exception {
    var inherited = new CompletableFuture<String>();
    var loader = new CompletableFuture<ClassLoader>();
    var request =
        new Thread(
            () -> {
              OF_A_REQUEST.set("another client's");
              threads.execute(
                  () -> {
                    inherited.complete(OF_A_REQUEST.get());
                    loader.complete(Thread.currentThread().getContextClassLoader());
                  });
            });
    request.setContextClassLoader(ClassLoader.getPlatformClassLoader());
    request.start();
    assertNull(inherited.get(2, TimeUnit.MINUTES));
    assertSame(WaitingThreads.class.getClassLoader(), loader.get(2, TimeUnit.MINUTES));
  }
}
