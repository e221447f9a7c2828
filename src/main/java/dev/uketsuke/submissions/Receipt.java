package dev.uketsuke.submissions;

import dev.uketsuke.applications.ShippingApplication;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;

/**
 * The first answer to an accepted submission, which never changes.
 *
 * <p>Guarantee: a replay is the first receipt, byte for byte (P2), because this class writes both
 * from columns that are never updated. The format must not change: clients may compare the bytes,
 * and during a rollout the first receipt and its replay may come from different versions of the
 * service.
 *
 * @param applicationId UUIDv7
 * @param acceptedAt the time by the database's clock, in whole milliseconds
 * @param keyExpiresAt the time from which the key is refused as expired
 */
public record Receipt(UUID applicationId, Instant acceptedAt, Instant keyExpiresAt) {

  /** RFC 9110 §5.6.7 asks for a two-digit day; {@code RFC_1123_DATE_TIME} writes one digit. */
  private static final DateTimeFormatter HTTP_DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  /** Returns the receipt that was given when the application was accepted. */
  static Receipt of(ShippingApplication application) {
    return new Receipt(application.id(), application.acceptedAt(), application.keyExpiresAt());
  }

  /** Returns the receipt as JSON text. */
  public String json() {
    return "{\"applicationId\":\""
        + applicationId
        + "\",\"status\":\"ACCEPTED\",\"acceptedAt\":\""
        + acceptedAt
        + "\",\"keyExpiresAt\":\""
        + keyExpiresAt
        + "\"}";
  }

  /** Returns the receipt as the bytes that are sent, in UTF-8. */
  public byte[] bytes() {
    return json().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns {@code keyExpiresAt} as an HTTP date, for the header {@code Idempotency-Expires}. */
  public String expiresHeader() {
    return HTTP_DATE.format(keyExpiresAt);
  }

  /** Returns the path of the application, for the header {@code Location}. */
  public String location() {
    return "/v1/applications/" + applicationId;
  }
}
