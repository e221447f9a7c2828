package dev.uketsuke.inbox;

import java.util.UUID;

/**
 * A message from another system.
 *
 * @param source the system that sent the message
 * @param id the id of the message, which the sender makes unique for each source
 * @param type the type of the message
 * @param subject the id of the application that the message is about
 * @param data JSON text with the members that are needed to apply the message
 * @param digest a SHA-256, 32 bytes, that is equal for equal content
 * @param traceparent the W3C trace context of the message; null if it has none
 */
public record InboxMessage(
    String source,
    String id,
    String type,
    UUID subject,
    String data,
    byte[] digest,
    String traceparent) {}
