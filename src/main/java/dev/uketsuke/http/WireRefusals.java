package dev.uketsuke.http;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/**
 * Answers what the HTTP server itself turns away: a head that is too long, or that is no HTTP.
 *
 * <p>Guarantee: such a refusal has the shape of every other one. Rules out an empty 400, after
 * which a client does not know whether anything was recorded.
 */
final class WireRefusals {
  /**
   * How long the rest of a body may still arrive; with unread bytes a closed connection is reset.
   */
  private static final long LINGER_MILLIS = 2_000;

  /** RFC 9457 §4.2.1: says no more than its status does. */
  private static final String BLANK =
      "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s Nothing was recorded.\"}";

  private static final Problem NO_HTTP =
      Problem.of(ProblemType.INVALID_REQUEST)
          .detail(
              "The address or a header of the request is not what HTTP allows, for example because"
                  + " of a control character, or of a percent sign that encodes nothing. Nothing"
                  + " was recorded.");

  private WireRefusals() {}

  /** Answers, and gives up the connection, on which nobody knows what the next byte means. */
  static void answer(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    HttpServerResponse response = request.response();
    NO_HTTP.headers().forEach(response::putHeader);
    response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    if (cause instanceof TooLongHttpLineException) {
      end(response, 414, BLANK.formatted("URI Too Long", 414, "The address is too long."));
    } else if (cause instanceof TooLongHttpHeaderException) {
      end(
          response,
          431,
          BLANK.formatted(
              "Request Header Fields Too Large", 431, "The headers are too long together."));
    } else {
      response.setStatusCode(NO_HTTP.status()).end(Buffer.buffer(NO_HTTP.toJson()));
    }
    Vertx vertx = Vertx.currentContext().owner();
    vertx.setTimer(LINGER_MILLIS, timer -> request.connection().close());
  }

  private static void end(HttpServerResponse response, int status, String document) {
    response.setStatusCode(status).end(document);
  }
}
