package dev.uketsuke.payments;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;

/**
 * The three headers that Standard Webhooks 1.0 signs a callback with.
 *
 * @param id of the delivery; null if it was not sent exactly once
 * @param timestamp seconds since 1970; null likewise
 * @param signatures separated by spaces; null likewise
 */
record SignatureHeaders(String id, String timestamp, String signatures) {

  static final String ID = "webhook-id";
  static final String TIMESTAMP = "webhook-timestamp";
  static final String SIGNATURE = "webhook-signature";

  static SignatureHeaders of(HttpHeaders headers) {
    return new SignatureHeaders(
        only(headers.getRequestHeader(ID)),
        only(headers.getRequestHeader(TIMESTAMP)),
        only(headers.getRequestHeader(SIGNATURE)));
  }

  /** Checks whether all three were sent, so that there is something to verify. */
  boolean areWhole() {
    return id != null && !id.isBlank() && timestamp != null && signatures != null;
  }

  /** Returns null for two lines, because a proxy may read another one of them than we do. */
  private static String only(List<String> lines) {
    return lines == null || lines.size() != 1 ? null : lines.get(0);
  }
}
