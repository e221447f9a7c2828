package dev.uketsuke.submissions;

import dev.uketsuke.applications.ShippingApplication;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;

/**
 * The first answer to a submission, which never changes.
 *
 * <p>Guarantee: a replay is byte for byte the first receipt (P2), because it is written from
 * columns that are never updated and by this one method, whose format must stay as it is: clients
 * and a neighbouring version of the service compare the bytes.
 *
 * @param applicationId UUIDv7
 * @param acceptedAt database clock, whole milliseconds
 * @param keyExpiresAt from this instant on the key is refused as expired
 */
public record Receipt(UUID applicationId, Instant acceptedAt, Instant keyExpiresAt) {

  /** RFC 9110 §5.6.7: two-digit day, which {@code RFC_1123_DATE_TIME} does not give. */
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

  /** Returns the receipt as it is sent, in UTF-8. */
  public byte[] bytes() {
    return json().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns {@code keyExpiresAt} as an HTTP date, for the header {@code Idempotency-Expires}. */
  public String expiresHeader() {
    return HTTP_DATE.format(keyExpiresAt);
  }

  /** Returns the path of the application itself, for the header {@code Location}. */
  public String location() {
    return "/v1/applications/" + applicationId;
  }
}
