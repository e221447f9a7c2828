package dev.uketsuke.http.wire;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;

/**
 * Records for one connection whether it is working on a request or waiting for its client, and how
 * much memory its request uses.
 *
 * <p>It also stops reading from a client that does not read its answers, because every further
 * request would add another answer to the buffer.
 */
final class ConnectionState extends ChannelDuplexHandler {
  private final Channel connection;
  private volatile int unanswered;
  private volatile long waitingSince = System.nanoTime();
  private boolean readPutOff;
  private MemoryShare share;
  private int held;
  private boolean ended;

  ConnectionState(Channel connection) {
    this.connection = connection;
  }

  /**
   * Returns the state of a connection of this server; null if the connection has ended. Only the
   * connection's thread may use it.
   */
  static ConnectionState of(HttpConnection connection) {
    return ((ConnectionBase) connection).channel().pipeline().get(ConnectionState.class);
  }

  /**
   * Takes memory for the current request, which is given back when the request is answered or the
   * connection closes. Returns false, and takes nothing, if not enough memory is left, or if the
   * connection has ended already, because nothing would give it back then.
   */
  boolean take(MemoryShare from, int bytes) {
    if (ended || !from.take(bytes)) {
      return false;
    }
    share = from;
    held += bytes;
    return true;
  }

  private void giveBack() {
    if (held > 0) {
      share.giveBack(held);
      held = 0;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext from) throws Exception {
    ended = true;
    giveBack();
    super.channelInactive(from);
  }

  /** Checks whether a request has been received completely and is not answered yet. */
  boolean isBusy() {
    return unanswered > 0;
  }

  /** Returns since when the connection waits for its client, by {@link System#nanoTime()}. */
  long waitingSince() {
    return waitingSince;
  }

  /** Closes the connection; any thread may call this. */
  void close() {
    connection.close();
  }

  // Only the connection's own thread writes these fields.
  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  @Override
  public void channelRead(ChannelHandlerContext from, Object message) throws Exception {
    if (message instanceof LastHttpContent) {
      unanswered++;
    }
    super.channelRead(from, message);
  }

  @SuppressWarnings("NonAtomicOperationOnVolatileField")
  @Override
  public void write(ChannelHandlerContext to, Object message, ChannelPromise promise)
      throws Exception {
    if (message instanceof LastHttpContent && !isInterim(message)) {
      giveBack();
      unanswered--;
      waitingSince = System.nanoTime();
    }
    super.write(to, message, promise);
  }

  @Override
  public void read(ChannelHandlerContext to) throws Exception {
    if (to.channel().isWritable()) {
      super.read(to);
    } else {
      readPutOff = true;
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext from) throws Exception {
    if (readPutOff && from.channel().isWritable()) {
      readPutOff = false;
      from.read();
    }
    super.channelWritabilityChanged(from);
  }

  private static boolean isInterim(Object message) {
    return message instanceof HttpResponse response
        && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
  }
}
