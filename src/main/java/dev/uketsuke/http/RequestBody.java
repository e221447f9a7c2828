package dev.uketsuke.http;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a request body whole, or refuses it.
 *
 * <p>At most 64 KiB are ever held in memory, whatever the client sends and however it frames it.
 * What is too much is read and thrown away for a while, so that a client that is still sending can
 * read the answer.
 */
public final class RequestBody {
  /** The largest body accepted, in bytes. */
  public static final int LIMIT = 65_536;

  /** How much is thrown away for the sake of a readable answer, in bytes. */
  static final long DRAIN_LIMIT = 10_000_000;

  private RequestBody() {}

  /**
   * The body, of 0 to {@link #LIMIT} bytes.
   *
   * @throws jakarta.ws.rs.WebApplicationException 413 {@code payload-too-large}
   * @throws IOException if the client stops sending
   */
  public static byte[] read(InputStream in) throws IOException {
    byte[] body = in.readNBytes(LIMIT);
    if (body.length < LIMIT || in.read() < 0) {
      return body;
    }
    long left = DRAIN_LIMIT;
    byte[] waste = new byte[8192];
    for (int read = in.read(waste); read >= 0 && left > 0; read = in.read(waste)) {
      left -= read;
    }
    Problem problem = Problem.of(ProblemType.PAYLOAD_TOO_LARGE);
    throw (left > 0 ? problem : problem.header("Connection", "close")).toException();
  }
}
