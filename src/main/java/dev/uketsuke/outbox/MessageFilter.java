package dev.uketsuke.outbox;

import dev.uketsuke.lists.IdsOfTimes;
import dev.uketsuke.lists.ListParameters;
import jakarta.ws.rs.QueryParam;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** The query parameters of a filter of messages out, which are combined by "and". */
public class MessageFilter {

  private static final List<String> DESTINATIONS = List.of("application", "waybill");

  @Parameter(
      description = "Only messages to this destination.",
      schema =
          @Schema(
              enumeration = {"application", "waybill"},
              description = "application: events; waybill: orders to the carrier."))
  @QueryParam("destination")
  String destination;

  @Parameter(description = "Only messages of this type, such as application.paid.")
  @QueryParam("type")
  String type;

  @Parameter(
      description = "Only messages about this application.",
      schema = @Schema(format = "uuid"))
  @QueryParam("applicationId")
  String applicationId;

  @Parameter(
      description = "Only messages that were written at this time or later.",
      schema = @Schema(format = "date-time"))
  @QueryParam("createdFrom")
  String createdFrom;

  @Parameter(
      description = "Only messages that were written before this time.",
      schema = @Schema(format = "date-time"))
  @QueryParam("createdBefore")
  String createdBefore;

  @Parameter(
      description = "Only messages that were parked at this time or later.",
      schema = @Schema(format = "date-time"))
  @QueryParam("parkedFrom")
  String parkedFrom;

  @Parameter(
      description = "Only messages that were parked before this time.",
      schema = @Schema(format = "date-time"))
  @QueryParam("parkedBefore")
  String parkedBefore;

  /**
   * The filter as a condition on {@link OutboxRow}.
   *
   * @param text a condition in the query language, never empty
   * @param values the values of its named parameters
   */
  record Condition(String text, Map<String, Object> values) {

    /** Adds a restriction with one named parameter, unless the value is absent. */
    private Condition and(String restriction, Optional<?> value) {
      if (value.isEmpty()) {
        return this;
      }
      values.put(restriction.substring(restriction.indexOf(':') + 1), value.get());
      return new Condition(text + " and " + restriction, values);
    }
  }

  /** Returns the filter, and adds a violation to {@code parameters} for each wrong parameter. */
  Condition condition(ListParameters parameters) {
    Condition condition = new Condition("1 = 1", new TreeMap<>());
    Optional<Instant> from = parameters.time("createdFrom", createdFrom);
    Optional<Instant> before = parameters.time("createdBefore", createdBefore);
    return condition
        .and(
            "aggregateType = :destination",
            parameters.oneOf(DESTINATIONS, "destination", destination))
        .and("type = :type", parameters.text("type", type))
        .and(
            "aggregateId = :applicationId",
            parameters.uuid("applicationId", applicationId).map(UUID::toString))
        .and("createdAt >= :createdFrom", from)
        .and("id >= :lowest", from.map(IdsOfTimes::lowest))
        .and("createdAt < :createdBefore", before)
        .and("id < :highest", before.map(IdsOfTimes::highest))
        .and("parkedAt >= :parkedFrom", parameters.time("parkedFrom", parkedFrom))
        .and("parkedAt < :parkedBefore", parameters.time("parkedBefore", parkedBefore));
  }
}
