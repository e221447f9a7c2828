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
 * Adds our own handlers to every connection when it is accepted, before the HTTP server sees it.
 *
 * <p>Quarkus has no setting for that. A customizer of Vert.x may provide a factory of tracers, and
 * Vert.x lets that factory change the builder, which holds the transport. This class uses the
 * factory only to replace the transport; it traces nothing.
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

  // The method that replaces the deprecated one is for programs that build Vert.x themselves.
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
                    builder.tracer(VertxTracer.NOOP); // Without a tracer Vert.x logs a warning.
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
