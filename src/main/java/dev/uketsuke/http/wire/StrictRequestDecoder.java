package dev.uketsuke.http.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.impl.headers.HeadersMultiMap;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Decodes requests, and stops reading a connection after an ambiguous request.
 *
 * <p>Guarantee: bytes that follow a refused head are never read as another request. The decoder
 * that this one replaces would guess where the refused request ends.
 */
final class StrictRequestDecoder extends HttpRequestDecoder {
  static final String TWO_LENGTHS =
      "A request must not have both Transfer-Encoding and Content-Length (RFC 9112 §6.1).";

  /** Takes the place of unknown methods, so that clients cannot add labels to the metrics. */
  static final HttpMethod UNKNOWN = HttpMethod.valueOf("UNKNOWN");

  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");

  private final Duration headTimeout;
  private FaultyHead faultyLine;
  private boolean twoLengths;
  private boolean refused;
  private boolean headBegun;
  private boolean inBody;
  private Future<?> deadline;

  /**
   * Makes a decoder with the limits of the server.
   *
   * @param headTimeout how long a client may take to send a head after its first byte
   */
  StrictRequestDecoder(HttpServerOptions limits, Duration headTimeout) {
    super(
        new HttpDecoderConfig()
            .setMaxInitialLineLength(limits.getMaxInitialLineLength())
            .setMaxHeaderSize(limits.getMaxHeaderSize())
            .setMaxChunkSize(limits.getMaxChunkSize())
            .setInitialBufferSize(limits.getDecoderInitialBufferSize())
            .setStrictLineParsing(true));
    this.headTimeout = headTimeout;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    if (refused) {
      in.skipBytes(in.readableBytes());
      return;
    }
    int before = out.size();
    super.decode(context, in, out);
    for (int at = before; at < out.size() && !refused; at++) {
      if (out.get(at) instanceof HttpRequest request) {
        inBody = true;
        headBegun = false;
        if (request.decoderResult().isSuccess()) {
          check(request);
        }
      }
      if (out.get(at) instanceof LastHttpContent) {
        inBody = false;
      }
      if (refused) {
        in.skipBytes(in.readableBytes());
        while (out.size() > at + 1) {
          ReferenceCountUtil.release(out.remove(out.size() - 1));
        }
      }
    }
  }

  /** Starts the time limit when a head is incomplete after a read, and stops it otherwise. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    super.channelReadComplete(context);
    boolean begun = !refused && !inBody && (headBegun || actualReadableBytes() > 0);
    if (begun && deadline == null) {
      deadline =
          context
              .executor()
              .schedule(() -> context.close(), headTimeout.toMillis(), TimeUnit.MILLISECONDS);
    } else if (!begun && deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    if (deadline != null) {
      deadline.cancel(false);
    }
    super.channelInactive(context);
  }

  private void check(HttpRequest request) {
    Optional<FaultyHead> fault =
        Optional.ofNullable(faultyLine)
            .or(() -> twoLengths ? Optional.of(new FaultyHead(400, TWO_LENGTHS)) : Optional.empty())
            .or(() -> HeadRules.fault(request));
    refused = fault.isPresent();
    if (request.headers().containsValue(HttpHeaderNames.CONNECTION, "close", true)) {
      // The server looks for "close" alone, but it may be one of a list (RFC 9110 §7.6.1).
      request.headers().set(HttpHeaderNames.CONNECTION, "close");
    }
    fault.ifPresent(why -> request.setDecoderResult(DecoderResult.failure(why)));
  }

  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    twoLengths = true;
    super.handleTransferEncodingChunkedWithContentLength(message);
  }

  /**
   * Makes a request with the kind of headers that the rest of the server expects. A request of a
   * version that is not spoken here gets HTTP/1.1, because an answer names the version of its
   * request, and the client must not choose that text.
   */
  @Override
  protected HttpMessage createMessage(String[] line) {
    headBegun = true;
    faultyLine = HeadRules.lineFault(line[0], line[2]);
    HttpMethod method = METHODS.contains(line[0]) ? HttpMethod.valueOf(line[0]) : UNKNOWN;
    HttpVersion version =
        HttpVersion.HTTP_1_0.text().equals(line[2]) ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
    return new DefaultHttpRequest(version, method, line[1], HeadersMultiMap.httpHeaders());
  }

  /**
   * Makes the request that stands for a head whose first line cannot be read. The decoder's own
   * would be of HTTP/1.0, and so would the answer.
   */
  @Override
  protected HttpMessage createInvalidMessage() {
    return new DefaultHttpRequest(
        HttpVersion.HTTP_1_1, HttpMethod.GET, "/bad-request", HeadersMultiMap.httpHeaders());
  }

  @Override
  protected boolean isContentAlwaysEmpty(HttpMessage message) {
    return false;
  }
}
