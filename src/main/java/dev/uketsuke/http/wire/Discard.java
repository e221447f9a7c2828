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
 * Reads and discards the rest of a refused body, within limits of size and time.
 *
 * <p>If a connection is closed with unread bytes, TCP resets it and the client may not receive the
 * answer. The rest of the body is therefore read first.
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
   * Answers 413 when the body has ended or has exceeded the limits of size and time.
   *
   * @param already the number of bytes that have arrived
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

  /**
   * Discards the body while another part answers. The connection stays open if the body ends within
   * the limits.
   */
  void afterTheAnswer() {
    if (BodyGate.expectsContinue(request)) {
      // The client may send the body or omit it, so the meaning of its next byte is unclear.
      context.addHeadersEndHandler(end -> context.response().putHeader("Connection", "close"));
      context.addEndHandler(answered -> giveUp());
      return;
    }
    long timer = context.vertx().setTimer(timeout.toMillis(), late -> giveUp());
    request.handler(chunk -> count(chunk, this::giveUp));
    request.endHandler(end -> context.vertx().cancelTimer(timer));
    request.exceptionHandler(broken -> context.vertx().cancelTimer(timer));
  }

  /** Answers 413 now and closes the connection. */
  void answerAtOnce() {
    answerAtOnce(TOO_LARGE);
  }

  /** Answers now and closes the connection. */
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
