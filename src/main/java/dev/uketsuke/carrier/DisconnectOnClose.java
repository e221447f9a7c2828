package dev.uketsuke.carrier;

import io.vertx.core.http.HttpClientRequest;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientResponseContext;
import jakarta.ws.rs.client.ClientResponseFilter;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import org.jboss.resteasy.reactive.client.spi.ResteasyReactiveClientRequestContext;

/**
 * Closes the connection if the body of an answer is closed before its end.
 *
 * <p>Guarantee: a body that nobody needs is read on when it is closed, as far as it is short and
 * arrives soon, and the connection is kept. Only a longer or slower body ends the connection.
 *
 * <p>Without this filter the client would read the rest of the body in the background, for as long
 * as the other side sends. If every such connection were closed at once, requests would fail that
 * have nothing to do with it: the client hands a connection to the next request as soon as the
 * whole answer has arrived, even if the body has not been read yet.
 */
final class DisconnectOnClose implements ClientResponseFilter {

  @Override
  public void filter(ClientRequestContext request, ClientResponseContext response) {
    InputStream body = response.getEntityStream();
    if (body != null && request instanceof ResteasyReactiveClientRequestContext context) {
      response.setEntityStream(new Body(body, context.unwrap(HttpClientRequest.class)));
    }
  }

  private static final class Body extends FilterInputStream {

    /** The number of bytes that are read on, which is more than a refusal needs. */
    private static final int MAX_REST = 64 * 1024;

    private static final int BUFFER = 8 * 1024;
    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();

    private final HttpClientRequest request;
    private boolean ended;
    private boolean broken;

    Body(InputStream body, HttpClientRequest request) {
      super(body);
      this.request = request;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      boolean failed = true;
      try {
        int read = super.read(bytes, offset, length);
        ended |= read < 0;
        failed = false;
        return read;
      } finally {
        broken |= failed;
      }
    }

    @Override
    public void close() throws IOException {
      if (!ended && !broken) {
        readOn();
      }
      if (!ended) {
        ended = true;
        request.reset(); // Over HTTP/1.1 this closes the connection.
      }
      super.close();
    }

    private void readOn() {
      byte[] rest = new byte[BUFFER];
      long end = System.nanoTime() + LONGEST_NANOS;
      try {
        for (int sum = 0; !ended && sum < MAX_REST && System.nanoTime() - end < 0; ) {
          sum += Math.max(0, read(rest, 0, BUFFER));
        }
      } catch (IOException incomplete) {
        // The connection is closed below; what the caller wanted of the answer has been read.
      }
    }
  }
}
