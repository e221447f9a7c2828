package dev.uketsuke.http.wire;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection in two steps, as RFC 9112 §9.6 describes: first the sending side, and the
 * rest after the client has had time to read.
 *
 * <p>If a connection is closed with unread bytes, TCP resets it and the client may not receive the
 * answer. This handler also delays a close that the framework requests.
 */
final class Linger extends ChannelDuplexHandler {
  /** How long the rest of a body may still arrive; it is discarded. */
  private static final long MILLIS = 2_000;

  private boolean closing;

  private Linger() {}

  /**
   * Sends what has been written and closes the connection in two steps. If the client closes its
   * side, the connection ends at once.
   */
  static void close(HttpConnection connection) {
    if (connection instanceof ConnectionBase base) {
      ChannelHandlerContext context = base.channelHandlerContext();
      // Once the connection has ended, its handlers are gone, and nothing is left to wait for.
      if (!context.isRemoved() && context.pipeline().get(Linger.class) == null) {
        context.pipeline().addBefore(context.name(), Linger.class.getName(), new Linger());
      }
    }
    connection.close();
  }

  /** Discards bytes that still arrive, because the last answer has already been written. */
  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReferenceCountUtil.release(message);
  }

  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    context.channel().closeFuture().addListener(closed -> promise.trySuccess());
    if (!closing) {
      closing = true;
      context
          .writeAndFlush(Unpooled.EMPTY_BUFFER)
          .addListener((ChannelFutureListener) sent -> shutOutput(sent.channel()));
      context.executor().schedule(() -> context.close(), MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static void shutOutput(Object channel) {
    if (channel instanceof DuplexChannel duplex) {
      duplex.shutdownOutput();
    }
  }
}
