package dev.uketsuke.http.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.net.impl.VertxHandler;
import java.time.Duration;

/**
 * Replaces the server's request decoder when the first byte of a connection arrives.
 *
 * <p>The server cannot be configured to read requests strictly, and it answers requests that it
 * cannot read with an empty body. This handler therefore installs {@link StrictRequestDecoder} and
 * {@link WireRefusals} before the first byte is decoded.
 */
final class Arrival extends ChannelInboundHandlerAdapter {
  private static final String DECODER = "httpDecoder";
  private static final String SERVER = "handler";

  private final HttpServerOptions limits;
  private final Duration headTimeout;
  private final ConnectionState state;
  private final boolean decrypted;

  /** Makes the handler; it must be the first one of a new connection. */
  Arrival(HttpServerOptions limits, Duration headTimeout, ConnectionState state) {
    this(limits, headTimeout, state, false);
  }

  private Arrival(
      HttpServerOptions limits, Duration headTimeout, ConnectionState state, boolean decrypted) {
    this.limits = limits;
    this.headTimeout = headTimeout;
    this.state = state;
    this.decrypted = decrypted;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) throws Exception {
    ChannelPipeline pipeline = context.pipeline();
    ChannelHandlerContext tls = pipeline.context(SslHandler.class);
    if (tls != null && !decrypted) {
      // These bytes are encrypted: handle the first decrypted byte, which comes after the
      // handshake.
      pipeline.addAfter(tls.name(), "arrival", new Arrival(limits, headTimeout, state, true));
    } else if (pipeline.get(SERVER) instanceof VertxHandler<?> server
        && server.getConnection() instanceof HttpServerConnection connection) {
      pipeline.replace(DECODER, DECODER, new StrictRequestDecoder(limits, headTimeout));
      pipeline.addBefore(SERVER, "state", state);
      connection.invalidRequestHandler(WireRefusals::answer);
      // If the connection breaks, a request that waits behind another one is still answered.
      connection.exceptionHandler(broken -> connection.handler(WireRefusals::answer));
    }
    context.fireChannelRead(bytes);
    pipeline.remove(this);
  }
}
