package dev.uketsuke.search;

import dev.uketsuke.applications.ApplicationStatus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The number of applications by status.
 *
 * @param items one item for each requested status, in the order of {@link ApplicationStatus}
 */
@RegisterForReflection
@Schema(requiredProperties = {"items"})
record ApplicationCounts(List<Count> items) {

  /**
   * One status and its count.
   *
   * @param count the number of applications; 10000 at most
   * @param exact false if there are more than {@code count}
   */
  @RegisterForReflection
  @Schema(
      name = "ApplicationCount",
      requiredProperties = {"status", "count", "exact"})
  record Count(ApplicationStatus status, int count, boolean exact) {}
}
