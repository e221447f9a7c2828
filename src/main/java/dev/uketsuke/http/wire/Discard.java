package dev.uketsuke.http.wire;

import dev.uketsuke.http.ReceivedBody;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemAnswer;
import dev.uketsuke.problems.ProblemType;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;

/**
 * Refuses a body that is too large, and throws away what of it still arrives.
 *
 * <p>A connection closed with unread bytes is reset, and the client never sees why; so the rest is
 * read first, within bounds.
 */
final class Discard {
  private final RoutingContext context;
  private final HttpServerRequest request;
  private long received;
  private boolean answered;

  Discard(RoutingContext context) {
    this.context = context;
    this.request = context.request();
  }

  /**
   * Answers when the body has ended, or has become unreasonable; {@code already} bytes of it have
   * arrived.
   */
  void answerAtEnd(long already) {
    received = already;
    request.handler(
        chunk -> {
          received += chunk.length();
          if (received > ReceivedBody.DRAIN_LIMIT) {
            answerAtOnce();
          }
        });
    request.endHandler(
        end -> {
          if (!answered) {
            answered = true;
            ProblemAnswer.send(context, Problem.of(ProblemType.PAYLOAD_TOO_LARGE));
          }
        });
  }

  /** Answers now and gives up the connection. */
  void answerAtOnce() {
    if (answered) {
      return;
    }
    answered = true;
    request.handler(chunk -> {});
    request.endHandler(end -> {});
    ProblemAnswer.send(
        context, Problem.of(ProblemType.PAYLOAD_TOO_LARGE).header("Connection", "close"));
    Linger.close(request.connection());
  }
}
