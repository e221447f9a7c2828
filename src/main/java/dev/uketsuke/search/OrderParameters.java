package dev.uketsuke.search;

import dev.uketsuke.lists.ListParameters;
import dev.uketsuke.problems.Violation;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** The query parameters for the order of a list of applications (contract §3.2). */
public class OrderParameters {

  @Parameter(
      description =
          "`newest`: latest acceptance first. `oldest`: earliest acceptance first. `updated`:"
              + " earliest change first, and only changes that are final: see the operation.",
      schema =
          @Schema(
              enumeration = {"newest", "oldest", "updated"},
              defaultValue = "newest"))
  @QueryParam("sort")
  String sort;

  @Parameter(
      description =
          "Only applications whose updatedAt is this time or later, RFC 3339. Implies"
              + " `sort=updated`, and is not allowed with another order.",
      example = "2026-11-30T09:30:00.123Z")
  @QueryParam("updatedSince")
  String updatedSince;

  /** Returns the order, and adds a violation to {@code parameters} if there is no such order. */
  ApplicationSort sort(ListParameters parameters) {
    if (ListParameters.isAbsent(sort)) {
      return ListParameters.isAbsent(updatedSince)
          ? ApplicationSort.NEWEST
          : ApplicationSort.UPDATED;
    }
    return Arrays.stream(ApplicationSort.values())
        .filter(each -> each.label().equals(sort))
        .findFirst()
        .orElseGet(
            () -> {
              parameters.refuse(
                  "sort", Violation.Code.NOT_A_CHOICE, "must be one of newest, oldest and updated");
              return ApplicationSort.NEWEST;
            });
  }

  /**
   * Returns the earliest time of the last change, and adds a violation to {@code parameters} if it
   * is not allowed with the order.
   */
  Optional<Instant> updatedSince(ListParameters parameters, ApplicationSort order) {
    Optional<Instant> since = parameters.time("updatedSince", updatedSince);
    if (since.isPresent() && order != ApplicationSort.UPDATED) {
      parameters.refuse(
          "updatedSince", Violation.Code.NOT_ALLOWED, "is allowed with sort=updated only");
    }
    return since;
  }
}
