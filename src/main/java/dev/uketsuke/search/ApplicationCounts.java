package dev.uketsuke.search;

import dev.uketsuke.applications.ApplicationStatus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * How many applications stand at each status.
 *
 * @param items one for each status that was asked for, in the order of life
 */
@RegisterForReflection
@Schema(requiredProperties = {"items"})
record ApplicationCounts(List<Count> items) {

  /**
   * One status and its count.
   *
   * @param count how many; 10000 at most
   * @param exact false if there are more than {@code count}
   */
  @RegisterForReflection
  @Schema(
      name = "ApplicationCount",
      requiredProperties = {"status", "count", "exact"})
  record Count(ApplicationStatus status, int count, boolean exact) {}
}
