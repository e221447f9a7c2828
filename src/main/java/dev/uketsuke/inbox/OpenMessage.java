package dev.uketsuke.inbox;

import java.util.UUID;

/**
 * A received message that has not taken effect and still may.
 *
 * @param id ours
 * @param data JSON text
 * @param traceparent W3C trace context that came with it; null if there was none
 */
public record OpenMessage(UUID id, String type, String data, String traceparent) {}
