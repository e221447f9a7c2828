package dev.uketsuke.reconciliation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One thing that is out of step.
 *
 * @param id of the application, message, payment or event, whichever it is
 * @param applicationId as far as known
 * @param reason null where the kind says it all
 * @param since from when on
 * @param ageSeconds how long, by the database's clock
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
record Discrepancy(
    @Schema(description = "Of the application, message, payment or event.") String id,
    String applicationId,
    String type,
    String reason,
    Instant since,
    long ageSeconds) {}
