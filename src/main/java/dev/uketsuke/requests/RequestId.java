package dev.uketsuke.requests;

import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.ext.web.RoutingContext;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jboss.logging.MDC;

/**
 * The id of a request, which the client reads in the header {@code Request-Id} of the answer and an
 * operator finds in the log lines of the request.
 *
 * <p>The client's own {@code Request-Id} is taken over if it is well-formed, else the trace id of a
 * well-formed {@code traceparent}; otherwise the service makes one. A malformed value is ignored
 * and never refused. The id names a request for people; nothing is decided by it, so two requests
 * may have the same one.
 *
 * <p>Guarantee: an id has at most 128 characters of a small alphabet, so that a client can neither
 * forge lines of a log nor put markup into what is shown.
 */
public final class RequestId {
  /** The name of the header. */
  public static final String HEADER = "Request-Id";

  /** The name of the member in a problem document and of the field in log lines. */
  public static final String MEMBER = "requestId";

  private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z0-9._~:=+/-]{1,128}");

  private RequestId() {}

  /** Determines the id of a request that has just arrived, and gives it to its log lines. */
  public static String begin(RoutingContext context) {
    String id = of(context.request().headers());
    context.put(MEMBER, id);
    MDC.put(MEMBER, id);
    return id;
  }

  /** Returns the id of a request; null if {@link #begin} has not been called for it. */
  public static String of(RoutingContext context) {
    return context.get(MEMBER);
  }

  /**
   * Returns an id for a request with these headers. Two calls return different ids if the headers
   * contain none.
   */
  public static String of(MultiMap headers) {
    if (headers.contains(HEADER)) {
      List<String> lines = headers.getAll(HEADER);
      if (lines.size() == 1 && WELL_FORMED.matcher(lines.get(0)).matches()) {
        return lines.get(0);
      }
    }
    String traceparent = Traceparent.of(headers);
    return traceparent != null ? Traceparent.traceId(traceparent) : made();
  }

  /** Returns the id that log lines of the current thread contain; null if they contain none. */
  public static String current() {
    return (String) MDC.get(MEMBER);
  }

  /**
   * Runs work for a request on a thread that may belong to another request, and returns its result.
   * The log lines of the work contain the id of the request that the work is for.
   *
   * @param id the id of the request; null if the work is for none
   */
  public static <T> T during(String id, Supplier<T> work) {
    String before = current();
    if (Objects.equals(id, before)) {
      return work.get();
    }
    // Log fields belong to the Vert.x context, which the thread may share with the other request.
    ContextInternal shared = (ContextInternal) Vertx.currentContext();
    ContextInternal own = shared == null ? null : shared.duplicate();
    ContextInternal left = own == null ? null : own.beginDispatch();
    try {
      name(id);
      return work.get();
    } finally {
      if (own != null) {
        own.endDispatch(left);
      } else {
        name(before);
      }
    }
  }

  private static void name(String id) {
    if (id == null) {
      MDC.remove(MEMBER);
    } else {
      MDC.put(MEMBER, id);
    }
  }

  private static String made() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }
}
