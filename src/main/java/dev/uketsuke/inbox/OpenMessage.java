package dev.uketsuke.inbox;

import java.util.UUID;

/**
 * A received message that may still be applied.
 *
 * @param id our id of the message
 * @param data JSON text
 * @param traceparent the W3C trace context of the message; null if it has none
 */
public record OpenMessage(UUID id, String type, String data, String traceparent) {}
