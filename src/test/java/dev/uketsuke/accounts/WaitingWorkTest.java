package dev.uketsuke.accounts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.RealParts;
import io.quarkus.arc.Arc;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.control.ActivateRequestContext;
import jakarta.inject.Inject;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Work that waited for its turn sees nothing of the request whose end made room for it. */
@QuarkusTest
@RealParts
class WaitingWorkTest {

  @Inject WaitingThreads threads;

  @Test
  @ActivateRequestContext
  void workRunsOutsideAnyRequest() throws Exception {
    assertTrue(Arc.container().requestContext().isActive());
    var seen =
        CompletableFuture.supplyAsync(
            () -> {
              assertFalse(Arc.container().requestContext().isActive(), "in a request");
              assertEquals(null, Vertx.currentContext());
              return Thread.currentThread().getName();
            },
            threads);
    assertEquals("waiting-work", seen.get(2, TimeUnit.MINUTES));
  }
}
