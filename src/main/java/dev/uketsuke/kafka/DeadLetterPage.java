package dev.uketsuke.kafka;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A page of dead letters, newest first.
 *
 * @param nextCursor null on the last page
 */
@RegisterForReflection
@Schema(requiredProperties = {"items", "nextCursor"})
public record DeadLetterPage(
    List<DeadLetterView> items, @Schema(nullable = true) String nextCursor) {}
