package dev.uketsuke.reconciliation;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One item that reconciliation lists.
 *
 * @param id the id of the application, message, payment, event, dead letter or consumer
 * @param applicationId the application, if it is known
 * @param reason null if the kind of the item says everything
 * @param since the time since when the item exists
 * @param ageSeconds the age of the item, by the database's clock
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(requiredProperties = {"id", "since", "ageSeconds"})
record Discrepancy(
    @Schema(
            description =
                "The id of the application, message, payment, event, dead letter or consumer.")
        String id,
    String applicationId,
    String type,
    String reason,
    Instant since,
    long ageSeconds) {}
