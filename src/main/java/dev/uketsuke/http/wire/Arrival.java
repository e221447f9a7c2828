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
 * Takes over a connection of a client before its first byte is read.
 *
 * <p>The server has no setting for how strictly it reads, and answers what it cannot read without a
 * word. So the first byte finds our own decoder, and our own refusals, in place of the server's.
 */
final class Arrival extends ChannelInboundHandlerAdapter {
  private static final String DECODER = "httpDecoder";
  private static final String SERVER = "handler";

  private final HttpServerOptions limits;
  private final Duration headTimeout;
  private final ConnectionState state;
  private final boolean decrypted;

  /** Makes a handler that stands before all others of a new connection. */
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
      // The decoder comes after the handshake; the first byte of HTTP then comes out of there.
      pipeline.addAfter(tls.name(), "arrival", new Arrival(limits, headTimeout, state, true));
    } else if (pipeline.get(SERVER) instanceof VertxHandler<?> server
        && server.getConnection() instanceof HttpServerConnection connection) {
      pipeline.replace(DECODER, DECODER, new StrictRequestDecoder(limits, headTimeout));
      pipeline.addBefore(SERVER, "state", state);
      connection.invalidRequestHandler(WireRefusals::answer);
      // Whatever breaks the connection, a request that waits behind another one is answered.
      connection.exceptionHandler(broken -> connection.handler(WireRefusals::answer));
    }
    context.fireChannelRead(bytes);
    pipeline.remove(this);
  }
}
