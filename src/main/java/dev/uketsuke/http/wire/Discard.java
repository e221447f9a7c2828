package dev.uketsuke.http.wire;

import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemAnswer;
import dev.uketsuke.problems.ProblemType;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;

/**
 * Throws away what still arrives of a body that is refused, within bounds of size and time.
 *
 * <p>A connection closed with unread bytes is reset, and the client never sees why; so the rest is
 * read first.
 */
final class Discard {
  private static final Problem TOO_LARGE = Problem.of(ProblemType.PAYLOAD_TOO_LARGE);

  private final RoutingContext context;
  private final HttpServerRequest request;
  private final Duration timeout;
  private long received;
  private boolean done;

  /**
   * Prepares to discard; nothing happens yet.
   *
   * @param timeout how long the client may take to send the rest
   */
  Discard(RoutingContext context, Duration timeout) {
    this.context = context;
    this.request = context.request();
    this.timeout = timeout;
  }

  /**
   * Answers 413 when the body has ended, or has become unreasonable; {@code already} bytes of it
   * have arrived.
   */
  void answerAtEnd(long already) {
    received = already;
    long timer = context.vertx().setTimer(timeout.toMillis(), late -> answerAtOnce());
    request.handler(chunk -> count(chunk, this::answerAtOnce));
    request.endHandler(
        end -> {
          context.vertx().cancelTimer(timer);
          if (!done) {
            done = true;
            ProblemAnswer.send(context, TOO_LARGE);
          }
        });
    request.exceptionHandler(
        broken -> {
          context.vertx().cancelTimer(timer);
          WireRefusals.answerBrokenBody(request, broken);
        });
  }

  /** Leaves the answer to others, and the connection open if the body ends within the bounds. */
  void afterTheAnswer() {
    if (BodyGate.expectsContinue(request)) {
      // The client may send the body or leave it out: nobody knows what its next byte means.
      context.addHeadersEndHandler(end -> context.response().putHeader("Connection", "close"));
      context.addEndHandler(answered -> giveUp());
      return;
    }
    long timer = context.vertx().setTimer(timeout.toMillis(), late -> giveUp());
    request.handler(chunk -> count(chunk, this::giveUp));
    request.endHandler(end -> context.vertx().cancelTimer(timer));
    request.exceptionHandler(broken -> context.vertx().cancelTimer(timer));
  }

  /** Answers 413 now and gives up the connection. */
  void answerAtOnce() {
    answerAtOnce(TOO_LARGE);
  }

  /** Answers now and gives up the connection. */
  void answerAtOnce(Problem problem) {
    if (!done) {
      request.handler(chunk -> {});
      request.endHandler(end -> {});
      ProblemAnswer.send(context, problem.header("Connection", "close"));
      giveUp();
    }
  }

  private void count(Buffer chunk, Runnable tooMuch) {
    received += chunk.length();
    if (received > ReceivedBody.DRAIN_LIMIT) {
      tooMuch.run();
    }
  }

  private void giveUp() {
    if (!done) {
      done = true;
      Linger.close(request.connection());
    }
  }
}
