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
 * <p>Guarantee: a client that trickles its body holds a connection and a bounded piece of memory
 * for a bounded time, and no worker thread waits for it. The body of a request to the programming
 * interface that shows no valid credential is not received at all: the endpoint refuses it.
 */
@ApplicationScoped
class BodyGate {
  /** Where the body waits in the routing context, as {@code byte[]}. */
  static final String BODY = BodyGate.class.getName();

  /**
   * After the handler that can tell who is calling (200), and ahead of the framework's own limit,
   * which answers without a problem.
   */
  private static final int PRIORITY = 160;

  /** What a callback is signed with shows only once its body is there (Standard Webhooks 1.0). */
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
      // Whoever chooses the endpoint says what is wrong with a credential; here it only counts.
      BiConsumer<RoutingContext, Throwable> nobody = (any, failure) -> {};
      context.put(QuarkusHttpUser.AUTH_FAILURE_HANDLER, nobody);
      new Asked(context).ask(caller);
    }
  }

  /** A question who is calling, whose answer may come at once or later, on another thread. */
  private final class Asked {
    private final RoutingContext context;
    private final Thread thread = Thread.currentThread();
    private final Context loop = Vertx.currentContext();
    private boolean paused;
    private boolean answered;

    Asked(RoutingContext context) {
      this.context = context;
    }

    void ask(Uni<SecurityIdentity> caller) {
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
      // A client that asked first may send the body all the same or leave it out (RFC 9110
      // §10.1.1), so nobody knows what its next byte means.
      discard.answerAtOnce();
    } else if (declared > ReceivedBody.LIMIT) {
      discard.answerAtEnd(0);
    } else {
      new BodyReceipt(context, memory.of(known), discard, settings.bodyTimeout()).begin();
    }
  }

  /** The length the request states, 0 if it has no body, -1 if it does not state it. */
  private static long declaredLength(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null) {
      // The decoder has refused what is not a number.
      return Long.parseLong(length);
    }
    return request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null ? 0 : -1;
  }

  static boolean expectsContinue(HttpServerRequest request) {
    return "100-continue".equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT));
  }
}
