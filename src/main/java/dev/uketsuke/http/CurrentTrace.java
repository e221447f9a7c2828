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
 * The trace context of what this thread works for, as the header {@code traceparent} gives it (W3C
 * Trace Context §3.2). It is passed on as it came; nothing is measured with it.
 *
 * <p>Guarantee: only a well-formed value is passed on, so that what a client sends never reaches a
 * header of ours unread.
 */
@Singleton
public class CurrentTrace {

  /** Version, trace id, parent id and flags; version ff and ids of zeros are invalid. */
  private static final Pattern WELL_FORMED =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

  private static final ThreadLocal<String> TAKEN_OVER = new ThreadLocal<>();

  private final CurrentVertxRequest request;

  CurrentTrace(CurrentVertxRequest request) {
    this.request = request;
  }

  /** Returns the value for the header; null if there is none, or it is not well-formed. */
  public String traceparent() {
    String takenOver = TAKEN_OVER.get();
    return takenOver != null ? takenOver : ofRequest();
  }

  /**
   * Does the work on this thread in the trace of a message that did not come by HTTP, or that
   * carries a trace of its own.
   *
   * @param traceparent as the message has it; null or malformed for none
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

  /** Returns the value of a message that this thread works for; null outside of such work. */
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
