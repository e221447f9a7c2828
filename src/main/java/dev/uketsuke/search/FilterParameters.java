package dev.uketsuke.search;

import dev.uketsuke.accounts.CallerAccount;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.applications.IsoCodes;
import dev.uketsuke.lists.ListParameters;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import jakarta.ws.rs.QueryParam;
import java.text.Normalizer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** The query parameters for the filters of a list, a count or an export (contract §3.2). */
public class FilterParameters {

  private static final int MAX_REFERENCE = 100;
  private static final Optional<String> ARCHIVED = Optional.of("true");

  @Parameter(
      description =
          "Only applications with this status, or with one of several statuses separated by commas.",
      example = "ACCEPTED,WAREHOUSE_CHECKED",
      schema = @Schema(type = org.eclipse.microprofile.openapi.annotations.enums.SchemaType.STRING))
  @QueryParam("status")
  String status;

  @Parameter(
      description =
          "Only applications with this client reference; with a trailing `*`, those whose client"
              + " reference begins with the text before it.",
      example = "order-2026-*")
  @QueryParam("clientReference")
  String clientReference;

  @Parameter(description = "Only the application with this waybill number.", example = "WB-1001")
  @QueryParam("waybillNumber")
  String waybillNumber;

  @Parameter(
      description = "Only applications from this country, ISO 3166-1 alpha-2 in upper case.",
      example = "AU")
  @QueryParam("origin")
  String origin;

  @Parameter(
      description = "Only applications to this country, ISO 3166-1 alpha-2 in upper case.",
      example = "KR")
  @QueryParam("destination")
  String destination;

  @Parameter(
      description = "Only applications that were accepted at this time or later, RFC 3339.",
      example = "2026-11-01T00:00:00Z")
  @QueryParam("acceptedFrom")
  String acceptedFrom;

  @Parameter(
      description = "Only applications that were accepted before this time, RFC 3339.",
      example = "2026-12-01T00:00:00Z")
  @QueryParam("acceptedBefore")
  String acceptedBefore;

  @Parameter(
      description = "Only applications of this account. For staff; from others it is 403.",
      example = "https://identity.example.com/realms/shipping|b5c4")
  @QueryParam("accountId")
  String accountId;

  @Parameter(
      description =
          "`true`: the applications that were archived, instead of those that were not. The archive"
              + " is listed by acceptance only.",
      schema =
          @Schema(
              type = org.eclipse.microprofile.openapi.annotations.enums.SchemaType.STRING,
              enumeration = {"true", "false"},
              defaultValue = "false"))
  @QueryParam("archived")
  String archived;

  /**
   * Returns the filter, and adds a violation to {@code parameters} for each wrong parameter.
   *
   * @param updatedSince the earliest time of the last change, inclusive; empty for any
   * @throws jakarta.ws.rs.WebApplicationException 403 {@code forbidden} if the caller names an
   *     account and is not staff
   */
  ApplicationFilter read(
      ListParameters parameters, CallerAccount caller, Optional<Instant> updatedSince) {
    Optional<String> reference = reference(parameters);
    return new ApplicationFilter(
        account(caller),
        parameters.severalOf(ApplicationStatus.class, "status", status),
        reference.map(text -> text.endsWith("*") ? text.substring(0, text.length() - 1) : text),
        reference.filter(text -> text.endsWith("*")).isPresent(),
        parameters.matching(
            "\\p{Print}{1,100}", "waybillNumber", waybillNumber, "must have 1 to 100 characters"),
        country(parameters, "origin", origin),
        country(parameters, "destination", destination),
        parameters.time("acceptedFrom", acceptedFrom),
        parameters.time("acceptedBefore", acceptedBefore),
        updatedSince,
        parameters.oneOf(List.of("true", "false"), "archived", archived).equals(ARCHIVED));
  }

  private Optional<String> account(CallerAccount caller) {
    if (!caller.isStaff()) {
      if (!ListParameters.isAbsent(accountId)) {
        throw Problem.of(ProblemType.FORBIDDEN)
            .detail("The parameter accountId is for staff.")
            .toException();
      }
      return Optional.of(caller.account().id());
    }
    return ListParameters.isAbsent(accountId) ? Optional.empty() : Optional.of(accountId);
  }

  /** Returns the reference normalised in the same way as stored references; empty if absent. */
  private Optional<String> reference(ListParameters parameters) {
    if (ListParameters.isAbsent(clientReference)) {
      return Optional.empty();
    }
    String text = Normalizer.normalize(clientReference.strip(), Normalizer.Form.NFC);
    int length = text.codePointCount(0, text.length());
    if (text.isEmpty()
        || text.equals("*")
        || text.indexOf('\0') >= 0
        || length > MAX_REFERENCE + (text.endsWith("*") ? 1 : 0)) {
      parameters.refuse(
          "clientReference",
          Violation.Code.MALFORMED,
          "must have 1 to " + MAX_REFERENCE + " characters, and may end with * for a beginning");
    }
    return Optional.of(text);
  }

  private static Optional<String> country(ListParameters parameters, String field, String value) {
    if (ListParameters.isAbsent(value)) {
      return Optional.empty();
    }
    if (!IsoCodes.isCountry(value)) {
      parameters.refuse(
          field,
          Violation.Code.NOT_A_CHOICE,
          "must be an ISO 3166-1 alpha-2 country code in upper case");
    }
    return Optional.of(value);
  }
}
