package dev.uketsuke.http;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;

/**
 * Returns the body of a request as the bytes that {@code BodyGate} received before the endpoint was
 * called.
 *
 * <p>Guarantee: a body has at most {@link #LIMIT} bytes, because {@code BodyGate} refuses a larger
 * one, and it is complete, so that no endpoint waits for a client or meets one that hangs up.
 */
public final class ReceivedBody {
  /** The size of the largest body that is accepted, in bytes. */
  public static final int LIMIT = 65_536;

  /**
   * The number of bytes of a larger body that are read and discarded, so that the client can read
   * the refusal.
   */
  public static final long DRAIN_LIMIT = 10_000_000;

  /** The name under which {@code BodyGate} keeps the body in the routing context. */
  public static final String NAME = ReceivedBody.class.getName();

  private ReceivedBody() {}

  /** Returns the body that {@code BodyGate} has received; empty if there is none. */
  public static byte[] of(RoutingContext context) {
    byte[] body = context.get(NAME);
    return body == null ? new byte[0] : body;
  }

  /**
   * Returns the body of a request that must declare its body as JSON.
   *
   * @param headers the headers; a media type other than JSON has been refused before
   * @param request the request whose body {@code BodyGate} has received
   * @throws jakarta.ws.rs.WebApplicationException 415 {@code unsupported-media-type}
   */
  public static byte[] readJson(HttpHeaders headers, RoutingContext request) {
    // JAX-RS lets a missing media type and one with a wildcard match any endpoint.
    MediaType type = headers.getMediaType();
    if (type == null || type.isWildcardType() || type.isWildcardSubtype()) {
      throw Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE).toException();
    }
    return of(request);
  }
}
