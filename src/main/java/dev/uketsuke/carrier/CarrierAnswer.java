package dev.uketsuke.carrier;

import io.netty.handler.codec.DateFormatter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;

/**
 * What the carrier answered, taken off the line.
 *
 * @param status below 500
 * @param body empty unless the status says that there is something to read; not to be trusted, nor
 *     to be logged
 * @param retryAfter zero if it does not say
 */
record CarrierAnswer(int status, String body, Duration retryAfter) {

  /** Bytes. Nothing that is looked for is longer, and what is longer must not fill the memory. */
  private static final int LONGEST_BODY = 64 * 1024;

  private static final int MOST_DIGITS = 9;
  private static final int LONGEST_DATE = 64;

  /** Longer than anyone grants. */
  private static final Duration FOREVER = Duration.ofDays(10_000);

  private static final int SERVER_ERROR = 500;
  private static final int OK = 200;
  private static final int CREATED = 201;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int CONFLICT = 409;
  private static final int TOO_EARLY = 425;
  private static final int TOO_MANY = 429;
  private static final int CLIENT_ERROR = 400;

  /**
   * Reads.
   *
   * @throws CarrierTrouble if it says that it is unwell, or says more than anyone would
   * @throws IOException if it stops in the middle
   */
  static CarrierAnswer of(Response response) throws IOException {
    Duration wish = retryAfter(response.getHeaderString(HttpHeaders.RETRY_AFTER), Instant.now());
    if (response.getStatus() >= SERVER_ERROR) {
      throw new CarrierTrouble("the carrier answered " + response.getStatus(), wish);
    }
    String body = isAccepted(response.getStatus()) ? body(response) : "";
    return new CarrierAnswer(response.getStatus(), body, wish);
  }

  private static String body(Response response) throws IOException {
    if (!response.hasEntity()) {
      return "";
    }
    try (InputStream body = response.readEntity(InputStream.class)) {
      byte[] bytes = body.readNBytes(LONGEST_BODY + 1);
      if (bytes.length > LONGEST_BODY) {
        throw new CarrierTrouble("the carrier's answer is too long", Duration.ZERO);
      }
      return new String(bytes, StandardCharsets.UTF_8); // JSON is nothing else, RFC 8259 §8.1
    }
  }

  boolean isAccepted() {
    return isAccepted(status);
  }

  private static boolean isAccepted(int status) {
    return status == OK || status == CREATED;
  }

  boolean saysItExists() {
    return status == CONFLICT;
  }

  /** It asks for the same request again, RFC 9110 §15.5.9, RFC 8470 §5.2. */
  boolean saysLater() {
    return status == REQUEST_TIMEOUT || status == TOO_EARLY;
  }

  /** It has had enough of us for now, RFC 6585 §4, which says nothing of the order. */
  boolean saysTooMany() {
    return status == TOO_MANY;
  }

  /** It will never take this request. */
  boolean isRefused() {
    return status >= CLIENT_ERROR && !saysItExists() && !saysLater() && !saysTooMany();
  }

  /**
   * RFC 9110 §10.2.3: seconds, or a date in any of the three forms of §5.6.7; anything else is no
   * wish.
   */
  static Duration retryAfter(String header, Instant now) {
    if (header == null) {
      return Duration.ZERO;
    }
    String value = header.strip();
    if (value.matches("[0-9]+")) {
      return value.length() > MOST_DIGITS ? FOREVER : Duration.ofSeconds(Long.parseLong(value));
    }
    boolean readable = !value.isEmpty() && value.length() <= LONGEST_DATE;
    Date date = readable ? DateFormatter.parseHttpDate(value) : null;
    return date != null && date.toInstant().isAfter(now)
        ? Duration.between(now, date.toInstant())
        : Duration.ZERO;
  }
}
