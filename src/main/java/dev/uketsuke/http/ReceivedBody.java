package dev.uketsuke.http;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a request body whole.
 *
 * <p>At most 64 KiB are ever held, whatever the client sends and however it frames it; {@code
 * BodyGate} has refused larger ones before, and this holds the bound even where it was bypassed.
 */
public final class ReceivedBody {
  /** The largest body accepted, in bytes. */
  public static final int LIMIT = 65_536;

  /**
   * How much of a larger one is read and thrown away for the sake of a readable answer, in bytes.
   */
  public static final long DRAIN_LIMIT = 10_000_000;

  private ReceivedBody() {}

  /**
   * The body of a request that has to say it is JSON; one that says something else never gets here.
   *
   * @throws jakarta.ws.rs.WebApplicationException 415 {@code unsupported-media-type}, 413 {@code
   *     payload-too-large}
   * @throws IOException if the client stops sending
   */
  public static byte[] readJson(HttpHeaders headers, InputStream in) throws IOException {
    // JAX-RS takes a missing media type, and one with a wildcard, for one that matches.
    MediaType type = headers.getMediaType();
    if (type == null || type.isWildcardType() || type.isWildcardSubtype()) {
      throw Problem.of(ProblemType.UNSUPPORTED_MEDIA_TYPE).toException();
    }
    return read(in);
  }

  /**
   * The body, of 0 to {@link #LIMIT} bytes.
   *
   * @param in the entity stream of the request; {@code null} is an empty body
   * @throws jakarta.ws.rs.WebApplicationException 413 {@code payload-too-large}
   * @throws IOException if the client stops sending
   */
  public static byte[] read(InputStream in) throws IOException {
    byte[] body = in == null ? new byte[0] : in.readNBytes(LIMIT);
    if (body.length < LIMIT || in.read() < 0) {
      return body;
    }
    throw Problem.of(ProblemType.PAYLOAD_TOO_LARGE).toException();
  }
}
