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
 * An answer of the carrier, read completely.
 *
 * @param status the HTTP status
 * @param body the body; empty unless the status is 200 or 201. It must be neither trusted nor
 *     logged
 * @param retryAfter the time in {@code Retry-After}; zero if there is none
 */
record CarrierAnswer(int status, String body, Duration retryAfter) {

  /** In bytes. A longer body cannot be a valid answer, and reading it would fill the memory. */
  private static final int MAX_BODY = 64 * 1024;

  private static final int MAX_DIGITS = 9;
  private static final int MAX_DATE = 64;

  /** Stands for a number of seconds that is too long to be read; the relay waits a day at most. */
  private static final Duration VERY_LONG = Duration.ofDays(10_000);

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
   * Makes a call and returns its answer.
   *
   * @param call makes the call
   * @throws CarrierTrouble if the answer is too long
   * @throws IOException if the connection breaks before the end of the answer
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
    Duration pause = retryAfter(response.getHeaderString(HttpHeaders.RETRY_AFTER), Instant.now());
    String body = isAccepted(response.getStatus()) ? body(response) : "";
    return new CarrierAnswer(response.getStatus(), body, pause);
  }

  private static String body(Response response) throws IOException {
    if (!response.hasEntity()) {
      return "";
    }
    try (InputStream body = response.readEntity(InputStream.class)) {
      byte[] bytes = body.readNBytes(MAX_BODY + 1);
      if (bytes.length > MAX_BODY) {
        throw new CarrierTrouble("The carrier's answer is too long", Duration.ZERO);
      }
      return new String(bytes, StandardCharsets.UTF_8); // JSON is always UTF-8 (RFC 8259 §8.1).
    }
  }

  boolean isAccepted() {
    return isAccepted(status);
  }

  private static boolean isAccepted(int status) {
    return status == OK || status == CREATED;
  }

  /** The meaning of an answer for the order that was sent. */
  enum OrderResult {
    /** The carrier has booked a waybill. */
    BOOKED,
    /** The carrier has accepted the order without saying what it has booked. */
    AMBIGUOUS,
    /** The carrier has received an order with this key before. */
    EXISTS,
    /** The carrier will never take this order. */
    REFUSED,
    /** The carrier takes no order at present, and has booked nothing. */
    NOT_NOW,
    /** The carrier takes no order at present, and may have booked this one. */
    TROUBLE
  }

  /**
   * Returns the meaning of the answer for the order that was sent. Only a status that concerns the
   * content of the order refuses it. Every other error concerns the carrier or the way in which it
   * is called: a wrong address, refused credentials, or a limit (RFC 6585 §4).
   */
  OrderResult orderResult() {
    return switch (status) {
      case OK, CREATED -> OrderResult.BOOKED;
      case CONFLICT -> OrderResult.EXISTS;
      case BAD_REQUEST, TOO_LARGE, UNPROCESSABLE, LEGAL_REASONS -> OrderResult.REFUSED;
      case REQUEST_TIMEOUT -> OrderResult.TROUBLE;
      default -> {
        if (status >= SERVER_ERROR) {
          yield OrderResult.TROUBLE;
        }
        yield status > CREATED && status < REDIRECTION
            ? OrderResult.AMBIGUOUS
            : OrderResult.NOT_NOW;
      }
    };
  }

  /**
   * Returns how long to wait: the header has seconds (RFC 9110 §10.2.3) or a date in one of the
   * three forms of §5.6.7. The result is zero if the header is absent or cannot be read.
   */
  static Duration retryAfter(String header, Instant now) {
    if (header == null) {
      return Duration.ZERO;
    }
    String value = header.strip();
    if (value.matches("[0-9]+")) {
      return value.length() > MAX_DIGITS ? VERY_LONG : Duration.ofSeconds(Long.parseLong(value));
    }
    boolean readable = !value.isEmpty() && value.length() <= MAX_DATE;
    Date date = readable ? DateFormatter.parseHttpDate(value) : null;
    return date != null && date.toInstant().isAfter(now)
        ? Duration.between(now, date.toInstant())
        : Duration.ZERO;
  }
}
