package dev.uketsuke.payments;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.applications.Money;
import dev.uketsuke.idempotency.Fingerprint;
import java.time.Instant;
import java.util.UUID;

/**
 * The normalised content of a callback.
 *
 * <p>Guarantee: two callbacks with the same meaning have equal fingerprints, however they write
 * amount and time. Members that the contract does not know are ignored (contract §3.5) and are not
 * part of the fingerprint, so the provider may, for example, number its attempts.
 *
 * @param transactionId the provider's id of the transaction
 * @param applicationId the id of an application, which need not exist
 * @param type what has happened
 * @param amount the amount of the payment or refund
 * @param occurredAt the time of the event, by the provider's clock
 */
record PaymentEvent(
    String transactionId, UUID applicationId, PaymentType type, Money amount, Instant occurredAt) {

  /** Returns the fingerprint of all members, by which a repetition is told from other content. */
  Fingerprint fingerprint() {
    return Fingerprint.ofJson(json());
  }

  private String json() {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content
        .put("transactionId", transactionId)
        .put("applicationId", applicationId.toString())
        .put("type", type.name())
        .put("occurredAt", occurredAt.toString());
    content.putObject("amount").put("amount", amount.amount()).put("currency", amount.currency());
    return content.toString();
  }

  /**
   * Checks whether this event agrees with the recorded one.
   *
   * <p>A payer may try several times within one transaction. A {@code FAILED} at another time
   * therefore reports a further attempt and is no contradiction (contract §3.5).
   *
   * @param first the recorded event of the same transaction and type
   * @throws IllegalStateException if a newer release recorded it by a rule that this release does
   *     not know; the provider has to send again
   */
  boolean repeats(PaymentRecord first) {
    if (type == PaymentType.FAILED) {
      return applicationId.equals(first.applicationId()) && amount.equals(first.amount());
    }
    return switch (first.fingerprint().compare(json())) {
      case SAME -> true;
      case OTHER -> false;
      case UNKNOWN_RULE ->
          throw new IllegalStateException(
              "A newer release recorded payment "
                  + first.id()
                  + " by a rule that this one does not know: update this instance");
    };
  }
}
