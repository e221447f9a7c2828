package dev.uketsuke.http.wire;

import dev.uketsuke.http.ReceivedBody;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/**
 * Receives every request body, up to its limit, before an endpoint is chosen.
 *
 * <p>It runs on the event loop, so a client that trickles its body holds a connection and nothing
 * else: no worker thread waits for it, and other clients go on.
 */
@ApplicationScoped
class BodyGate {
  /** Where the body waits in the routing context, as {@code byte[]}. */
  static final String BODY = BodyGate.class.getName();

  /** Ahead of authentication and of the framework's own limit, which answers without a problem. */
  private static final int PRIORITY = 900;

  void register(@Observes Filters filters) {
    filters.register(BodyGate::receive, PRIORITY);
  }

  private static void receive(RoutingContext context) {
    HttpServerRequest request = context.request();
    long declared = declaredLength(request);
    if (declared == 0 || request.isEnded()) {
      context.next();
    } else if (declared > ReceivedBody.DRAIN_LIMIT) {
      new Discard(context).answerAtOnce();
    } else if (declared > ReceivedBody.LIMIT && expectsContinue(request)) {
      // The client may send the body all the same or leave it out (RFC 9110 §10.1.1), so nobody
      // knows what its next byte means.
      new Discard(context).answerAtOnce();
    } else if (declared > ReceivedBody.LIMIT) {
      new Discard(context).answerAtEnd(0);
    } else {
      collect(context);
    }
  }

  private static void collect(RoutingContext context) {
    HttpServerRequest request = context.request();
    Buffer body = Buffer.buffer();
    // In dev mode the class loader is that of the running application only until the first
    // asynchronous step.
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    request.handler(
        chunk -> {
          if (body.length() + chunk.length() > ReceivedBody.LIMIT) {
            new Discard(context).answerAtEnd((long) body.length() + chunk.length());
          } else {
            body.appendBuffer(chunk);
          }
        });
    request.endHandler(
        end -> {
          request.exceptionHandler(null); // From here on others answer.
          Thread.currentThread().setContextClassLoader(loader);
          context.put(BODY, body.getBytes());
          context.next();
        });
    request.exceptionHandler(broken -> WireRefusals.answerBrokenBody(request, broken));
    if (expectsContinue(request)) {
      request.response().writeContinue();
    }
  }

  /** The length the request states, 0 if it has no body, -1 if it does not state it. */
  private static long declaredLength(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      // The codec has refused what is not a number.
      return Long.parseLong(length);
    }
    return request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null ? 0 : -1;
  }

  private static boolean expectsContinue(HttpServerRequest request) {
    return "100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT));
  }
}
