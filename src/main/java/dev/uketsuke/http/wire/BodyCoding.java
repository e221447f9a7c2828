package dev.uketsuke.http.wire;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/**
 * Refuses bodies with a content encoding or with a charset other than UTF-8 (415).
 *
 * <p>Without this check a compressed body would be refused as malformed JSON, and a body in another
 * charset would be recorded with wrong characters.
 */
class BodyCoding {
  /** The name of the charset, and an alias that some clients send. */
  private static final Set<String> UTF_8 = Set.of("utf-8", "utf8");

  /**
   * A parameter of a media type (RFC 9110 §5.6.6). Matching one after the other makes sure that
   * text inside a quoted value is not read as a parameter.
   */
  private static final Pattern PARAMETER =
      Pattern.compile(";[ \\t]*([^=;\\s\"]+)=(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^;\\s]*))");

  /** Checks a request after the caller is known and the endpoint is chosen. */
  @ServerRequestFilter(nonBlocking = true)
  Response check(RoutingContext context) {
    byte[] body = context.get(BodyGate.BODY);
    if (body == null || body.length == 0) {
      return null;
    }
    MultiMap headers = context.request().headers();
    if (isEncoded(headers.getAll(HttpHeaders.CONTENT_ENCODING))) {
      // RFC 9110 §15.5.16 asks for the encodings that would be accepted.
      return refusal("The body must not have a content encoding.")
          .header("Accept-Encoding", "identity")
          .toResponse();
    }
    String type = headers.get(HttpHeaders.CONTENT_TYPE);
    return type == null || isUtf8(type)
        ? null
        : refusal("The charset of the body must be UTF-8.").toResponse();
  }

  private static Problem refusal(String why) {
    return Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE).detail(why + " Nothing was recorded.");
  }

  private static boolean isEncoded(List<String> lines) {
    return !lines.stream()
        .flatMap(line -> List.of(line.split(",")).stream())
        .map(String::trim)
        .allMatch(coding -> coding.isEmpty() || coding.equalsIgnoreCase("identity"));
  }

  /**
   * Checks whether every charset parameter names UTF-8. All of them count, because a proxy may have
   * read another one than the first.
   */
  private static boolean isUtf8(String type) {
    for (Matcher given = PARAMETER.matcher(type); given.find(); ) {
      String value = given.group(2) != null ? given.group(2) : given.group(3);
      if (given.group(1).equalsIgnoreCase("charset")
          && !UTF_8.contains(value.toLowerCase(Locale.ROOT))) {
        return false;
      }
    }
    return true;
  }
}
