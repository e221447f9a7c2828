package dev.uketsuke.client;

import java.util.Objects;

/**
 * What is kept of one operation: every attempt carries this key and these bytes.
 *
 * @param key the idempotency key, 1 to 255 printable ASCII characters
 * @param body the application as JSON text; it is sent in UTF-8
 */
public record Operation(String key, String body) {

  public Operation {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(body, "body");
  }
}
