package dev.uketsuke.inbox;

import java.util.UUID;

/**
 * A message from another system.
 *
 * @param source who says it; with {@code id} its name
 * @param id unique for each source, says the sender
 * @param type what it says
 * @param subject what it is about
 * @param data JSON text of what is of use to us; kept until it takes effect
 * @param digest SHA-256 that is equal for equal content; 32 bytes
 * @param traceparent W3C trace context that came with it; null if there was none
 */
public record InboxMessage(
    String source,
    String id,
    String type,
    UUID subject,
    String data,
    byte[] digest,
    String traceparent) {}
