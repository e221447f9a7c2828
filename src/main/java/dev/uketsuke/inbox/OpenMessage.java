package dev.uketsuke.inbox;

import java.util.UUID;

/**
 * A received message that has not taken effect and still may.
 *
 * @param id ours
 * @param data JSON text
 */
public record OpenMessage(UUID id, String type, String data) {}
