package dev.uketsuke.http.wire;

import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Receives one request body into memory.
 *
 * <p>Guarantee: receiving ends within the time-out: when the body is complete, when it is refused,
 * or when the connection closes. The received bytes count as used memory until the request is
 * answered, because they are kept until then.
 */
final class BodyReceipt {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final RoutingContext context;
  private final HttpServerRequest request;
  private final ConnectionState connection;
  private final MemoryShare share;
  private final Discard discard;
  private final Duration timeout;
  private final Buffer body = Buffer.buffer();
  // In dev mode the thread has the application's class loader only until the first asynchronous
  // step, so it is restored afterwards.
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private long timer;

  BodyReceipt(RoutingContext context, MemoryShare share, Discard discard, Duration timeout) {
    this.context = context;
    this.request = context.request();
    this.connection = ConnectionState.of(request.connection());
    this.share = share;
    this.discard = discard;
    this.timeout = timeout;
  }

  void begin() {
    if (connection == null) {
      return; // The client has hung up while its credential was checked, so nobody is to be served.
    }
    timer = context.vertx().setTimer(timeout.toMillis(), late -> tooLate());
    request.handler(this::take);
    request.endHandler(end -> complete());
    request.exceptionHandler(this::broken);
    if (BodyGate.expectsContinue(request)) {
      request.response().writeContinue();
    }
  }

  private void take(Buffer chunk) {
    if (body.length() + chunk.length() > ReceivedBody.LIMIT) {
      stopTimer();
      discard.answerAtEnd((long) body.length() + chunk.length());
    } else if (connection.take(share, chunk.length())) {
      body.appendBuffer(chunk);
    } else {
      stopTimer();
      discard.answerAtOnce(Problem.of(ProblemType.TEMPORARILY_UNAVAILABLE).retryAfter(PAUSE));
    }
  }

  private void complete() {
    stopTimer();
    request.exceptionHandler(null); // The endpoint answers from now on.
    Thread.currentThread().setContextClassLoader(loader);
    context.put(BodyGate.BODY, body.getBytes());
    context.next();
  }

  private void broken(Throwable failure) {
    stopTimer();
    WireRefusals.answerBrokenBody(request, failure);
  }

  private void tooLate() {
    discard.answerAtOnce(Problem.of(ProblemType.REQUEST_TIMEOUT));
  }

  private void stopTimer() {
    context.vertx().cancelTimer(timer);
  }
}
