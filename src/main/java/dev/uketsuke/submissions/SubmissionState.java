package dev.uketsuke.submissions;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.applications.ShippingApplication;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * The answer to an inquiry about a submission.
 *
 * @param state the state of the submission
 * @param receipt the receipt, byte for byte; absent unless the state is RECORDED or EXPIRED
 * @param currentStatus the present status of the application; absent unless there is a receipt
 * @param advice what the client should do next
 */
@RegisterForReflection
@JsonInclude(JsonInclude.Include.NON_NULL)
@Schema(requiredProperties = {"state", "advice"})
record SubmissionState(
    State state,
    @JsonRawValue @Schema(ref = "#/components/schemas/Receipt") String receipt,
    ApplicationStatus currentStatus,
    String advice) {

  /** The states of a submission. */
  @Schema(name = "SubmissionStateName")
  enum State {
    /** Accepted; sending again replays the receipt. */
    RECORDED,
    /** Being processed; ask again. */
    IN_PROGRESS,
    /** Accepted, and the key is past its retention. */
    EXPIRED,
    /** Not accepted as of now; sending again is safe. */
    NOT_RECORDED
  }

  /** Returns the answer about a submission that was accepted. */
  static SubmissionState of(ShippingApplication found) {
    return found.isKeyExpired()
        ? new SubmissionState(
            State.EXPIRED,
            Receipt.of(found).json(),
            found.status(),
            "The application was accepted. Do not send it again; its key has expired.")
        : new SubmissionState(
            State.RECORDED,
            Receipt.of(found).json(),
            found.status(),
            "The application was accepted. You need not send it again.");
  }

  static SubmissionState inProgress() {
    return new SubmissionState(
        State.IN_PROGRESS,
        null,
        null,
        "A submission with this key is being processed. Ask again soon.");
  }

  static SubmissionState notRecorded() {
    return new SubmissionState(
        State.NOT_RECORDED,
        null,
        null,
        "Nothing is recorded under this key. Send the submission again with the same key.");
  }
}
