package dev.uketsuke.http.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.quarkus.vertx.VertxOptionsCustomizer;
import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.spi.VertxTracerFactory;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingOptions;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Sees every connection as it is accepted, before the HTTP server does.
 *
 * <p>The framework has no setting for that. What customises Vert.x may bring a tracer, and a tracer
 * may take part in building Vert.x: that is the one way to its transport. Nothing is traced.
 */
@ApplicationScoped
class Acceptor implements VertxOptionsCustomizer, HttpServerOptionsCustomizer {
  private final Connections connections;
  private final WireSettings settings;
  private volatile HttpServerOptions limits = new HttpServerOptions();

  Acceptor(Connections connections, WireSettings settings) {
    this.connections = connections;
    this.settings = settings;
  }

  // Its successor is for those who build Vert.x themselves.
  @SuppressWarnings("deprecation")
  @Override
  public void accept(VertxOptions options) {
    options.setTracingOptions(
        new TracingOptions()
            .setFactory(
                new VertxTracerFactory() {
                  @Override
                  public void init(VertxBuilder builder) {
                    builder.findTransport(new ServerTransport(builder.findTransport(), Watch::new));
                    builder.tracer(VertxTracer.NOOP); // Vert.x warns at the start without one.
                  }

                  @Override
                  public VertxTracer<?, ?> tracer(TracingOptions ignored) {
                    return VertxTracer.NOOP;
                  }
                }));
  }

  @Override
  public void customizeHttpServer(HttpServerOptions options) {
    limits = options;
  }

  @Sharable
  private final class Watch extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) throws Exception {
      if (accepted instanceof Channel connection) {
        ConnectionState state = connections.add(connection);
        connection.pipeline().addFirst(new Arrival(limits, settings.headTimeout(), state));
      }
      super.channelRead(context, accepted);
    }
  }
}
