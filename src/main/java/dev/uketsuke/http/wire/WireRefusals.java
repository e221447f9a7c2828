package dev.uketsuke.http.wire;

import dev.uketsuke.http.MeasuredAddress;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.requests.RequestId;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.util.Locale;

/**
 * Answers requests that the HTTP server itself refuses, because the head is too long or the bytes
 * are not HTTP.
 *
 * <p>Guarantee: such a refusal is a problem document like every other one. The server's own answer
 * would be an empty 400, which does not tell the client whether anything was recorded.
 */
final class WireRefusals {
  /** A problem that says no more than its status (RFC 9457 §4.2.1). */
  private static final String BLANK =
      "{\"type\":\"about:blank\",\"title\":\"%s\",\"status\":%d,\"detail\":\"%s Nothing was recorded.\",\"requestId\":\"%s\"}";

  private static final Problem NO_HTTP =
      Problem.of(ProblemType.INVALID_REQUEST)
          .detail(
              "The address, a header or a chunk of the body is not what HTTP allows, for example"
                  + " because it contains a control character or because a line does not end in"
                  + " CR LF. Nothing was recorded.");

  private WireRefusals() {}

  /** Answers a request whose body has invalid framing, unless the connection is closed. */
  static void answerBrokenBody(HttpServerRequest request, Throwable broken) {
    boolean gone = broken instanceof IOException || request.response().closed();
    if (!gone && !request.response().headWritten()) {
      refuse(request, NO_HTTP);
    }
  }

  /** Answers a request that could not be decoded and closes the connection after it. */
  static void answer(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    if (cause instanceof TooLongHttpLineException) {
      blank(request, 414, "URI Too Long", "The address is too long.");
    } else if (cause instanceof TooLongHttpHeaderException) {
      blank(request, 431, "Request Header Fields Too Large", "The headers are too long together.");
    } else if (cause instanceof FaultyHead faulty && faulty.status() == 505) {
      blank(request, 505, "HTTP Version Not Supported", faulty.getMessage());
    } else if (cause instanceof FaultyHead faulty) {
      refuse(request, NO_HTTP.detail(faulty.getMessage() + " Nothing was recorded."));
    } else {
      refuse(request, NO_HTTP);
    }
  }

  private static void refuse(HttpServerRequest request, Problem problem) {
    Problem named = problem.inRequest(requestId(request));
    end(request, problem.status(), Buffer.buffer(named.toJson()));
  }

  private static void blank(HttpServerRequest request, int status, String title, String detail) {
    String id = requestId(request);
    String document = String.format(Locale.ROOT, BLANK, title, status, detail, id);
    end(request, status, Buffer.buffer(document));
  }

  /** Returns the id of the request and puts it into the answer, unless it is there already. */
  private static String requestId(HttpServerRequest request) {
    MultiMap headers = request.response().headers();
    if (!headers.contains(RequestId.HEADER)) {
      headers.set(RequestId.HEADER, RequestId.of(request.headers()));
    }
    return headers.get(RequestId.HEADER);
  }

  private static void end(HttpServerRequest request, int status, Buffer document) {
    MeasuredAddress.isOther(request);
    HttpServerResponse response = request.response();
    NO_HTTP.headers().forEach(response::putHeader);
    response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    response.setStatusCode(status).end(document);
    Linger.close(request.connection());
  }
}
