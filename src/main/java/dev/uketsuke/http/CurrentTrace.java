package dev.uketsuke.http;

import io.quarkus.arc.Arc;
import io.quarkus.arc.ManagedContext;
import io.quarkus.vertx.http.runtime.CurrentVertxRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

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

  /** Version, trace id, parent id and flags; version ff and ids of only zeros are invalid. */
  private static final Pattern WELL_FORMED =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

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
    TAKEN_OVER.set(wellFormed(traceparent));
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
    if (current == null) {
      return null;
    }
    List<String> lines = current.request().headers().getAll("traceparent");
    return lines.size() == 1 ? wellFormed(lines.get(0)) : null;
  }

  private static String wellFormed(String value) {
    return value != null && WELL_FORMED.matcher(value.strip()).matches() ? value.strip() : null;
  }
}
