package dev.uketsuke.outbox;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One page of a list of messages out, newest first.
 *
 * @param nextCursor the opaque cursor of the next page; null on the last page
 */
@RegisterForReflection
@Schema(requiredProperties = {"items", "nextCursor"})
record OutboxPage(List<OutboxView> items, @Schema(nullable = true) String nextCursor) {}
