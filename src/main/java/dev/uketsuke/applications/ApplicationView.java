package dev.uketsuke.applications;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.settlement.HistoryReason;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * An application as the API shows it; members without a value are absent.
 *
 * @param applicationId UUIDv7
 * @param accountId the account that the application belongs to; shown to staff alone
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
 * @param payment how to pay the fee; only while the payment is awaited, and where it is configured
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
    Payment payment,
    Instant acceptedAt,
    Instant updatedAt,
    List<Entry> history) {

  /** Returns the same application, with how to pay its fee. */
  ApplicationView with(Payment guide) {
    return new ApplicationView(
        applicationId,
        accountId,
        status,
        origin,
        destination,
        parcels,
        totalWeightGrams,
        declaredValue,
        recipient,
        clientReference,
        fee,
        waybillNumber,
        guide,
        acceptedAt,
        updatedAt,
        history);
  }

  /**
   * How to pay the fee of an application that waits for its payment.
   *
   * @param amount decimal text with the digits of the currency
   * @param currency ISO 4217
   * @param url where to pay: absolute, or a path of this service; absent if none is configured
   * @param text how to pay, for readers of a language without a translation; plain text
   * @param translations how to pay, by language tag; absent if there are none
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(
      name = "PaymentGuide",
      description =
          "How to pay the fee. Only in FEE_CONFIRMED, and where the installation is configured to say so.",
      requiredProperties = {"amount", "currency"})
  public record Payment(
      @Schema(description = "The fee, as in fee.amount.") String amount,
      @Schema(description = "ISO 4217, as in fee.currency.") String currency,
      @Schema(
              description =
                  "Where to pay: an https URL, or a path of this service that begins with a slash.",
              format = "uri-reference")
          String url,
      @Schema(
              description =
                  "How to pay; plain text, for readers of other languages than translations has.")
          String text,
      @Schema(description = "How to pay, by language tag (en, ja, ko); plain text.")
          Map<String, String> translations) {}

  /**
   * One entry of the history.
   *
   * @param step counts the entries of an application from 1; a message out about the entry has the
   *     same number
   * @param kind {@code MOVE} if the application came to the status, {@code NOTE} for a remark that
   *     was made while the application had that status
   * @param status the status that the application came to or had
   * @param at UTC
   * @param by {@code applicant}, {@code staff}, {@code warehouse}, {@code payment} or {@code
   *     system}
   * @param reason a text for people; absent if there is nothing to add to the move
   * @param reasonCode names a reason that the service has written; absent for what a person wrote
   * @param reasonValues what the text of that reason mentions; absent if it mentions nothing
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(
      name = "HistoryEntry",
      requiredProperties = {"kind", "status", "at", "by"})
  public record Entry(
      @Schema(
              description =
                  "The number of the entry, from 1; a message out about the entry has the same number.")
          int step,
      HistoryKind kind,
      ApplicationStatus status,
      Instant at,
      @Schema(
              description = "Who moved the application, or made the remark.",
              enumeration = {"applicant", "staff", "warehouse", "payment", "system"})
          String by,
      @Schema(description = "A text for people, in English if the service has written it.")
          String reason,
      @Schema(
              implementation = String.class,
              description =
                  "Names a reason that the service has written, so that clients can show it in the"
                      + " reader's language; absent for what a person wrote.",
              enumeration = {
                "nothing-to-pay",
                "waybill-recorded",
                "waybill-kept",
                "no-waybill-ordered",
                "no-waybill-known"
              })
          HistoryReason reasonCode,
      @Schema(
              description =
                  "What the reason mentions, by name: number, or reported and kept; absent if it"
                      + " mentions nothing.")
          Map<String, String> reasonValues) {}
}
