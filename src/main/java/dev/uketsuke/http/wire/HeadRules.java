package dev.uketsuke.http.wire;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Decides whether a request head has exactly one reading.
 *
 * <p>Guarantee: two parties that follow RFC 9112 agree on where the request ends and to which host
 * it is addressed. This prevents request smuggling, in which a proxy and this service disagree on
 * the end of a request, and bytes of a body are read as the next request.
 */
final class HeadRules {
  /** RFC 9110 §7.2: a name, an IPv4 or a bracketed IPv6 address, and an optional port. */
  private static final Pattern HOST =
      Pattern.compile("(?:[\\w.~%!$&'()*+,;=-]*|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{0,5})?");

  /** RFC 9110 §5.6.2. */
  private static final Pattern TOKEN = Pattern.compile("[\\w!#$%&'*+.^`|~-]+");

  private static final Pattern DEFAULT_PORT = Pattern.compile(":(?:80|443)?$");

  private HeadRules() {}

  /**
   * Returns the fault of a head that the decoder could read.
   *
   * @param request the head; its {@code Content-Length} has been checked by the decoder
   * @return the fault; empty if the head is unambiguous
   */
  static Optional<FaultyHead> fault(HttpRequest request) {
    return Optional.ofNullable(fault(request, request.headers()))
        .map(fault -> new FaultyHead(400, fault));
  }

  /**
   * Returns the fault of a request line. Bytes of a body whose length is stated too low come in
   * front of the next request's method, so a method that is no token shows that the connection is
   * out of step.
   *
   * @param method the first word of the line, as it was sent
   * @param version the last one; its case counts (RFC 9112 §2.3)
   * @return null if there is no fault
   */
  static FaultyHead lineFault(String method, String version) {
    if (!TOKEN.matcher(method).matches()) {
      return new FaultyHead(400, "The method must be a token (RFC 9110 §9.1).");
    }
    if (version.equals("HTTP/1.1") || version.equals("HTTP/1.0")) {
      return null;
    }
    return version.matches("HTTP/[0-9]\\.[0-9]")
        ? new FaultyHead(505, "This service speaks HTTP/1.1.")
        : new FaultyHead(400, "The version must be HTTP/1.1 (RFC 9112 §2.3).");
  }

  private static String fault(HttpRequest request, HttpHeaders headers) {
    String framing = framingFault(request, headers);
    if (framing != null) {
      return framing;
    }
    List<String> hosts = headers.getAll(HttpHeaderNames.HOST);
    if (hosts.size() > 1 || hosts.isEmpty() && isHttp11(request)) {
      return "A request must have exactly one Host header (RFC 9112 §3.2).";
    }
    String host = hosts.isEmpty() ? null : hosts.get(0).trim();
    if (host != null && !HOST.matcher(host).matches()) {
      return "The Host header must be a host name or an address, with an optional port.";
    }
    if (headers.getAll(HttpHeaderNames.CONTENT_TYPE).size() > 1) {
      return "A request must not have more than one Content-Type header.";
    }
    return targetFault(request.uri(), host);
  }

  /**
   * Returns why the end of the body would be ambiguous (RFC 9112 §6.1, §6.3); null if it is not.
   */
  private static String framingFault(HttpRequest request, HttpHeaders headers) {
    List<String> codings = headers.getAll(HttpHeaderNames.TRANSFER_ENCODING);
    if (codings.isEmpty()) {
      return null;
    }
    if (!isHttp11(request)) {
      return "HTTP/1.0 has no Transfer-Encoding (RFC 9112 §6.1).";
    }
    if (headers.contains(HttpHeaderNames.CONTENT_LENGTH)) {
      return StrictRequestDecoder.TWO_LENGTHS;
    }
    return codings.size() == 1 && codings.get(0).trim().equalsIgnoreCase("chunked")
        ? null
        : "Transfer-Encoding must be \"chunked\" and nothing else (RFC 9112 §6.3).";
  }

  private static String targetFault(String target, String host) {
    URI uri;
    try {
      uri = new URI(target);
    } catch (URISyntaxException notAUri) {
      return "The address is not a URI, for example because a percent sign encodes nothing.";
    }
    if (target.indexOf('#') >= 0) {
      return "The address must not have a fragment.";
    }
    if (!target.startsWith("/") && uri.getRawAuthority() == null) {
      return "The address must begin with a slash, or be a whole URI with a host (RFC 9112 §3.2).";
    }
    if (!target.startsWith("/") && !names(uri, host)) {
      return "The address names another host than the Host header does (RFC 9112 §3.2.2).";
    }
    return null;
  }

  private static boolean names(URI uri, String host) {
    return host != null
        && withoutDefaultPort(uri.getRawAuthority()).equals(withoutDefaultPort(host));
  }

  private static String withoutDefaultPort(String authority) {
    return DEFAULT_PORT.matcher(authority).replaceFirst("").toLowerCase(Locale.ROOT);
  }

  private static boolean isHttp11(HttpRequest request) {
    return HttpVersion.HTTP_1_1.equals(request.protocolVersion());
  }
}
