package dev.uketsuke.http.wire;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.ClientOptionsBase;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.transport.Transport;
import java.net.SocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * Wraps a transport of Vert.x, so that every connection that a server accepts passes a handler of
 * ours first.
 */
record ServerTransport(Transport given, Supplier<ChannelHandler> acceptor) implements Transport {

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    ChannelFactory<? extends ServerChannel> factory = given.serverChannelFactory(domainSocket);
    return () -> {
      ServerChannel server = factory.newChannel();
      server.pipeline().addLast(acceptor.get());
      return server;
    };
  }

  @Override
  public boolean supportsDomainSockets() {
    return given.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return given.supportFileRegion();
  }

  @Override
  public boolean isAvailable() {
    return given.isAvailable();
  }

  @Override
  public Throwable unavailabilityCause() {
    return given.unavailabilityCause();
  }

  @Override
  public SocketAddress convert(io.vertx.core.net.SocketAddress address) {
    return given.convert(address);
  }

  @Override
  public io.vertx.core.net.SocketAddress convert(SocketAddress address) {
    return given.convert(address);
  }

  @Override
  public EventLoopGroup eventLoopGroup(int type, int threads, ThreadFactory factory, int ratio) {
    return given.eventLoopGroup(type, threads, factory, ratio);
  }

  @Override
  public DatagramChannel datagramChannel() {
    return given.datagramChannel();
  }

  @Override
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return given.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    return given.channelFactory(domainSocket);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    given.configure(channel, options);
  }

  @Override
  public void configure(ClientOptionsBase options, boolean domainSocket, Bootstrap bootstrap) {
    given.configure(options, domainSocket, bootstrap);
  }

  @Override
  public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
    given.configure(options, domainSocket, bootstrap);
  }
}
