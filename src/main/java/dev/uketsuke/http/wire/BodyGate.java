package dev.uketsuke.http.wire;

import dev.uketsuke.http.ApiAddress;
import dev.uketsuke.http.ReceivedBody;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.function.BiConsumer;

/**
 * Receives every request body, up to its limit, before an endpoint is chosen.
 *
 * <p>Guarantee: a client that sends its body slowly uses one connection and a bounded amount of
 * memory for a bounded time, and no worker thread waits for it. Under {@code /v1} the body of a
 * request without a valid credential is discarded, and the endpoint refuses the request.
 */
@ApplicationScoped
class BodyGate {
  /** The name of the body in the routing context, where it is a {@code byte[]}. */
  static final String BODY = ReceivedBody.NAME;

  /**
   * Runs after the handler that authenticates the caller (200), and before the framework's own
   * limit on bodies, whose refusal is not a problem document.
   */
  private static final int PRIORITY = 160;

  /**
   * Marks a payment callback. Its signature covers the body (Standard Webhooks 1.0), so it can only
   * be checked after the body has been received.
   */
  private static final String SIGNATURE = "webhook-signature";

  private static final byte[] NOT_RECEIVED = {};

  private final BodyMemory memory;
  private final WireSettings settings;

  BodyGate(BodyMemory memory, WireSettings settings) {
    this.memory = memory;
    this.settings = settings;
  }

  void register(@Observes Filters filters) {
    filters.register(this::receive, PRIORITY);
  }

  private void receive(RoutingContext context) {
    HttpServerRequest request = context.request();
    if (declaredLength(request) == 0 || request.isEnded()) {
      context.next();
    } else if (!ApiAddress.is(request.path())) {
      receive(context, false);
    } else {
      Uni<SecurityIdentity> caller = QuarkusHttpUser.getSecurityIdentity(context, null);
      // A wrong credential is refused later, when the endpoint is chosen; here it is only counted.
      BiConsumer<RoutingContext, Throwable> ignore = (any, failure) -> {};
      context.put(QuarkusHttpUser.AUTH_FAILURE_HANDLER, ignore);
      new Authentication(context).await(caller);
    }
  }

  /**
   * Waits until the caller is authenticated. The result may come at once, or later on another
   * thread; the request is paused until then.
   */
  private final class Authentication {
    private final RoutingContext context;
    private final Thread thread = Thread.currentThread();
    private final Context loop = Vertx.currentContext();
    private boolean paused;
    private boolean answered;

    Authentication(RoutingContext context) {
      this.context = context;
    }

    void await(Uni<SecurityIdentity> caller) {
      caller
          .subscribe()
          .with(
              identity -> answer(identity != null && !identity.isAnonymous()),
              failure -> answer(false));
      if (!answered) {
        paused = true;
        context.request().pause();
      }
    }

    private void answer(boolean known) {
      if (Thread.currentThread() == thread) {
        proceed(known);
      } else {
        loop.runOnContext(later -> proceed(known));
      }
    }

    private void proceed(boolean known) {
      answered = true;
      if (known || context.request().headers().contains(SIGNATURE)) {
        receive(context, known);
      } else {
        context.put(BODY, NOT_RECEIVED);
        new Discard(context, settings.bodyTimeout()).afterTheAnswer();
        context.next();
      }
      if (paused) {
        context.request().resume();
      }
    }
  }

  private void receive(RoutingContext context, boolean known) {
    HttpServerRequest request = context.request();
    long declared = declaredLength(request);
    Discard discard = new Discard(context, settings.bodyTimeout());
    if (declared > ReceivedBody.DRAIN_LIMIT
        || declared > ReceivedBody.LIMIT && expectsContinue(request)) {
      // A client that expects 100 Continue may send the body or omit it (RFC 9110 §10.1.1), so it
      // is unclear whether its next byte belongs to the body or to the next request.
      discard.answerAtOnce();
    } else if (declared > ReceivedBody.LIMIT) {
      discard.answerAtEnd(0);
    } else {
      new BodyReceipt(context, memory.of(known), discard, settings.bodyTimeout()).begin();
    }
  }

  /**
   * Returns the declared length; 0 if the request has no body, -1 if the length is not declared.
   */
  private static long declaredLength(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      // The decoder has refused values that are not numbers.
      return Long.parseLong(length);
    }
    return request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null ? 0 : -1;
  }

  static boolean expectsContinue(HttpServerRequest request) {
    return "100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT));
  }
}
