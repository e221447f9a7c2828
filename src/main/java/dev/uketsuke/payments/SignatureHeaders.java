package dev.uketsuke.payments;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.List;

/**
 * The three signature headers of a callback (Standard Webhooks 1.0). Each is null unless it was
 * sent exactly once.
 *
 * @param id the id of the callback
 * @param timestamp the time in seconds since 1970
 * @param signatures one or more signatures, separated by spaces
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

  /** Checks whether all three headers are present. */
  boolean areComplete() {
    return id != null && !id.isBlank() && timestamp != null && signatures != null;
  }

  /**
   * Returns the only value; null if there are two lines, because a proxy may read the other one.
   */
  private static String only(List<String> lines) {
    return lines == null || lines.size() != 1 ? null : lines.get(0);
  }
}
