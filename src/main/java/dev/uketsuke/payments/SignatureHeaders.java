package dev.uketsuke.payments;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;

/**
 * The three headers that make a callback one of the provider's, Standard Webhooks 1.0.
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

  /** Whether all are there, so that there is something to check. */
  boolean areWhole() {
    return id != null && !id.isBlank() && timestamp != null && signatures != null;
  }

  /** Two lines could be read differently by whoever stands in front of us. */
  private static String only(List<String> lines) {
    return lines == null || lines.size() != 1 ? null : lines.get(0);
  }
}
