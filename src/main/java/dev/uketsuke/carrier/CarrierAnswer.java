package dev.uketsuke.carrier;

import io.netty.handler.codec.DateFormatter;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.function.Supplier;

/**
 * What the carrier answered, taken off the line.
 *
 * @param status of HTTP
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
  private static final int REDIRECTION = 300;
  private static final int BAD_REQUEST = 400;
  private static final int REQUEST_TIMEOUT = 408;
  private static final int CONFLICT = 409;
  private static final int TOO_LARGE = 413;
  private static final int UNPROCESSABLE = 422;
  private static final int LEGAL_REASONS = 451;

  /**
   * Returns what is answered to a call.
   *
   * @param call makes it
   * @throws CarrierTrouble if the answer is too long
   * @throws IOException if it stops in the middle
   */
  static CarrierAnswer to(Supplier<Response> call) throws IOException {
    try (Response response = call.get()) {
      return of(response);
    } catch (WebApplicationException e) {
      try (Response response = e.getResponse()) {
        return of(response);
      }
    }
  }

  private static CarrierAnswer of(Response response) throws IOException {
    Duration wish = retryAfter(response.getHeaderString(HttpHeaders.RETRY_AFTER), Instant.now());
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

  /** What an answer says about an order. */
  enum Meaning {
    /** The carrier has booked a waybill. */
    BOOKED,
    /** The carrier has accepted the order without saying what it has booked. */
    AMBIGUOUS,
    /** The carrier knows the key already. */
    EXISTS,
    /** The carrier will never take this order. */
    REFUSED,
    /** The carrier takes no order at present, and has booked nothing. */
    NOT_NOW,
    /** The carrier takes no order at present, and may have booked this one. */
    TROUBLE
  }

  /**
   * Returns what the answer says about an order. Only an answer about this very order refuses it;
   * every other error is the trouble of the carrier, or of how we call it: an address that is not
   * there, credentials that are not accepted, a limit (RFC 6585 §4).
   */
  Meaning meaning() {
    return switch (status) {
      case OK, CREATED -> Meaning.BOOKED;
      case CONFLICT -> Meaning.EXISTS;
      case BAD_REQUEST, TOO_LARGE, UNPROCESSABLE, LEGAL_REASONS -> Meaning.REFUSED;
      case REQUEST_TIMEOUT -> Meaning.TROUBLE;
      default -> {
        if (status >= SERVER_ERROR) {
          yield Meaning.TROUBLE;
        }
        yield status > CREATED && status < REDIRECTION ? Meaning.AMBIGUOUS : Meaning.NOT_NOW;
      }
    };
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
