package dev.uketsuke.outbox;

import java.time.Instant;
import java.util.UUID;

/**
 * A message out that the relay has claimed for one attempt.
 *
 * @param id the same on every attempt, so that the destination can recognise a repetition
 * @param aggregateId the id of the application
 * @param type the type of the message
 * @param payload JSON text, the same on every attempt
 * @param createdAt when the reported change was made, by the database's clock
 * @param attempts the number of attempts, this one included
 * @param first whether it is certain that no attempt was made before
 * @param deferrals how often the message had to wait although the destination was available for
 *     others
 * @param traceparent the trace context of the request that caused the message; null if there is
 *     none
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
