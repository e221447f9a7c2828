package dev.uketsuke.search;

import dev.uketsuke.applications.ApplicationView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One page of a list.
 *
 * @param items newest first
 * @param nextCursor opaque; null on the last page
 */
@RegisterForReflection
@Schema(requiredProperties = {"items", "nextCursor"})
record ApplicationPage(List<ApplicationView> items, @Schema(nullable = true) String nextCursor) {}
