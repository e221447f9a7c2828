package dev.uketsuke.outbox;

import java.time.Instant;
import java.util.UUID;

/**
 * A message on its way out, claimed by one attempt.
 *
 * @param id stays the same on every attempt, by which the destination recognises a repetition
 * @param aggregateId what it is about
 * @param type what it says
 * @param payload JSON text, the same on every attempt
 * @param createdAt when the change it tells of was made, by the database's clock
 * @param attempts how many have been made, this one included
 * @param first whether for sure nothing was tried before
 * @param deferrals how often the destination was unavailable for this message although it was there
 *     for others
 * @param traceparent the trace context of the request that caused it, for the header of this name;
 *     null if there is none
 */
public record OutboxMessage(
    UUID id,
    String aggregateId,
    String type,
    String payload,
    Instant createdAt,
    int attempts,
    boolean first,
    int deferrals,
    String traceparent) {}
