package dev.uketsuke.applications;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * An application as the API shows it; members without a value are absent.
 *
 * @param applicationId UUIDv7
 * @param accountId the account that the application belongs to; shown to staff, in lists
 * @param status the present status
 * @param origin ISO 3166-1 alpha-2
 * @param destination ISO 3166-1 alpha-2
 * @param parcels the number of parcels
 * @param totalWeightGrams the weight in grams
 * @param declaredValue the value that the applicant declared
 * @param recipient absent in lists
 * @param clientReference the client's own number
 * @param fee absent until it is confirmed
 * @param waybillNumber absent until a number is reported
 * @param acceptedAt UTC
 * @param updatedAt UTC
 * @param history oldest first; absent in lists
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(
    requiredProperties = {
      "applicationId",
      "status",
      "origin",
      "destination",
      "parcels",
      "acceptedAt",
      "updatedAt"
    })
public record ApplicationView(
    UUID applicationId,
    String accountId,
    ApplicationStatus status,
    String origin,
    String destination,
    int parcels,
    Integer totalWeightGrams,
    Money declaredValue,
    Recipient recipient,
    String clientReference,
    Money fee,
    String waybillNumber,
    Instant acceptedAt,
    Instant updatedAt,
    List<Entry> history) {

  /**
   * One entry of the history.
   *
   * @param kind {@code MOVE} if the application came to the status, {@code NOTE} for a remark that
   *     was made while the application had that status
   * @param status the status that the application came to or had
   * @param at UTC
   * @param by {@code applicant}, {@code staff}, {@code warehouse}, {@code payment} or {@code
   *     system}
   * @param reason a text for people; absent if there is nothing to add to the move
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = {"kind", "status", "at", "by"})
  public record Entry(
      HistoryKind kind, ApplicationStatus status, Instant at, String by, String reason) {}
}
