package dev.uketsuke.http;

import dev.uketsuke.requests.Traceparent;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.concurrent.Callable;

/**
 * The trace context of the request or message that the current thread works on, as the header
 * {@code traceparent} contains it (W3C Trace Context §3.2). The service passes the value on and
 * records no spans of its own.
 *
 * <p>Guarantee: only a well-formed value is passed on, so that a client cannot put other text into
 * our messages and requests.
 */
@Singleton
public class CurrentTrace {

  private static final ThreadLocal<String> TAKEN_OVER = new ThreadLocal<>();

  private final CurrentVertxRequest request;

  CurrentTrace(CurrentVertxRequest request) {
    this.request = request;
  }

  /** Returns the value of {@code traceparent}; null if there is none or it is malformed. */
  public String traceparent() {
    String takenOver = TAKEN_OVER.get();
    return takenOver != null ? takenOver : ofRequest();
  }

  /**
   * Runs work on this thread in the trace of a message, and returns its result.
   *
   * @param traceparent the value in the message; null or malformed means that there is no trace
   */
  public static <T> T during(String traceparent, Callable<T> work) throws Exception {
    String before = TAKEN_OVER.get();
    TAKEN_OVER.set(Traceparent.wellFormed(traceparent));
    try {
      return work.call();
    } finally {
      TAKEN_OVER.set(before);
    }
  }

  /** Returns the trace of the message that this thread works on; null if it works on none. */
  public static String takenOver() {
    return TAKEN_OVER.get();
  }

  private String ofRequest() {
    ManagedContext context = Arc.container().requestContext();
    RoutingContext current = context.isActive() ? request.getCurrent() : null;
    return current == null ? null : Traceparent.of(current.request().headers());
  }
}
