package dev.uketsuke.http.wire;

import io.quarkus.vertx.VertxOptionsCustomizer;
import io.vertx.core.Context;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.spi.tracing.SpanKind;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingOptions;
import io.vertx.core.tracing.TracingPolicy;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;

/**
 * Sees every request as it arrives, before the HTTP server decides who answers it.
 *
 * <p>Guarantee: what the server would turn away without a word goes to {@link WireRefusals}. The
 * framework offers no setting for that; the point where a tracer is told of a request is the only
 * one that comes first. It traces nothing.
 */
@ApplicationScoped
class RequestWatch implements VertxOptionsCustomizer {

  // Its successor is for those who build Vert.x themselves.
  @SuppressWarnings("deprecation")
  @Override
  public void accept(VertxOptions options) {
    options.setTracingOptions(new TracingOptions().setFactory(ignored -> new Watch()));
  }

  private static final class Watch implements VertxTracer<Void, Void> {
    @Override
    public <R> Void receiveRequest(
        Context context,
        SpanKind kind,
        TracingPolicy policy,
        R request,
        String operation,
        Iterable<Map.Entry<String, String>> headers,
        TagExtractor<R> tags) {
      if (request instanceof HttpServerRequest received
          && received.connection() instanceof HttpServerConnection connection) {
        // Whatever breaks the connection, a request that waits behind another one is answered.
        connection.exceptionHandler(broken -> connection.handler(WireRefusals::answer));
        if (received.decoderResult().isFailure()) {
          connection.invalidRequestHandler(WireRefusals::answer);
        } else if (!isUri(received.uri()) || hasRivalHosts(received)) {
          connection.handler(WireRefusals::answer);
        }
      }
      return null;
    }
  }

  /** RFC 9112 §3.2: whoever stands in front of us may have gone by the other one. */
  private static boolean hasRivalHosts(HttpServerRequest request) {
    return request.headers().getAll(HttpHeaders.HOST).size() > 1;
  }

  /** By the framework's own rule. */
  private static boolean isUri(String text) {
    try {
      return text != null && new URI(text) != null;
    } catch (URISyntaxException notAUri) {
      return false;
    }
  }
}
