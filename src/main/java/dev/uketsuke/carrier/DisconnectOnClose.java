package dev.uketsuke.carrier;

import io.vertx.core.http.HttpClientRequest;
import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientResponseContext;
import jakarta.ws.rs.client.ClientResponseFilter;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jboss.resteasy.reactive.client.spi.ResteasyReactiveClientRequestContext;

/**
 * Closes the connection if the body of an answer is closed before its end.
 *
 * <p>Without this filter the client would read the rest of the body in the background, for as long
 * as the other side sends.
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
    private final HttpClientRequest request;
    private boolean ended;

    Body(InputStream body, HttpClientRequest request) {
      super(body);
      this.request = request;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      ended |= read < 0;
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, length);
      ended |= read < 0;
      return read;
    }

    @Override
    public void close() throws IOException {
      if (!ended) {
        ended = true;
        request.reset(); // Over HTTP/1.1 this closes the connection.
      }
      super.close();
    }
  }
}
