package dev.uketsuke.client;

import java.time.Instant;

/**
 * What the service says when it has accepted an application. It never changes.
 *
 * @param keyExpiresAt until then a repetition is answered with this receipt
 */
public record Receipt(
    String applicationId, String status, Instant acceptedAt, Instant keyExpiresAt) {}
