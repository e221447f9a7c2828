package dev.uketsuke.outbox;

import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import jakarta.ws.rs.QueryParam;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** Which messages out a request means; what is absent does not restrict. */
public class MessageFilter {

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
   * @param text to be joined to others by {@code and}; never empty
   * @param values of its named parameters
   */
  record Condition(String text, Map<String, Object> values) {}

  /**
   * Reads the filter.
   *
   * @throws jakarta.ws.rs.WebApplicationException 400 {@code invalid-request} if anything is wrong
   */
  Condition condition() {
    Reading reading = new Reading();
    reading.choice("destination", "aggregateType", destination, "application", "waybill");
    reading.equal("type", type);
    reading.uuid("applicationId", "aggregateId", applicationId);
    reading.time("createdFrom", "createdAt >=", createdFrom);
    reading.time("createdBefore", "createdAt <", createdBefore);
    reading.time("parkedFrom", "parkedAt >=", parkedFrom);
    reading.time("parkedBefore", "parkedAt <", parkedBefore);
    return reading.end();
  }

  private static final class Reading {

    private final List<String> conditions = new ArrayList<>(List.of("1 = 1"));
    private final Map<String, Object> values = new HashMap<>();
    private final List<Violation> violations = new ArrayList<>();

    void choice(String name, String column, String value, String... choices) {
      if (isGiven(value)) {
        if (!List.of(choices).contains(value)) {
          String text = "must be one of " + List.of(choices);
          violations.add(new Violation(name, Violation.Code.NOT_A_CHOICE, text));
        }
        add(name, column + " =", value);
      }
    }

    void equal(String name, String value) {
      if (isGiven(value)) {
        add(name, name + " =", value);
      }
    }

    void uuid(String name, String column, String value) {
      if (isGiven(value)) {
        if (CanonicalUuid.parse(value).isEmpty()) {
          violations.add(new Violation(name, Violation.Code.MALFORMED, "must be a UUID"));
        }
        add(name, column + " =", value);
      }
    }

    void time(String name, String comparison, String value) {
      if (isGiven(value)) {
        try {
          add(name, comparison, OffsetDateTime.parse(value).toInstant());
        } catch (DateTimeException e) {
          String text = "must be a time such as 2026-12-02T14:00:00Z";
          violations.add(new Violation(name, Violation.Code.MALFORMED, text));
        }
      }
    }

    private void add(String name, String comparison, Object value) {
      conditions.add(comparison + " :" + name);
      values.put(name, value);
    }

    private static boolean isGiven(String value) {
      return value != null && !value.isEmpty();
    }

    Condition end() {
      if (!violations.isEmpty()) {
        throw Problem.of(ProblemType.INVALID_REQUEST).violations(violations).toException();
      }
      return new Condition(String.join(" and ", conditions), values);
    }
  }
}
