package dev.uketsuke.search;

import dev.uketsuke.applications.ApplicationView;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * One page of a list of applications.
 *
 * @param items in the requested order
 * @param nextCursor the opaque cursor of the next page; null on the last page
 */
@RegisterForReflection
@Schema(requiredProperties = {"items", "nextCursor"})
record ApplicationPage(List<ApplicationView> items, @Schema(nullable = true) String nextCursor) {}
