package dev.uketsuke.payments;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.applications.Money;
import dev.uketsuke.idempotency.Fingerprint;
import java.time.Instant;
import java.util.UUID;

/**
 * What the provider reported, normalised.
 *
 * <p>Guarantee: two callbacks that say the same have equal fingerprints, however they write amount
 * and time. Members that the contract does not know are ignored everywhere (contract §3.5), so they
 * are no content: a provider may number its deliveries without contradicting itself.
 *
 * @param transactionId the provider's own
 * @param applicationId as the provider says; need not exist
 * @param type what has happened
 * @param amount how much it was about
 * @param occurredAt when, as the provider says
 */
record PaymentEvent(
    String transactionId, UUID applicationId, PaymentType type, Money amount, Instant occurredAt) {

  /** Returns the digest of all members, to tell a redelivery from other content. */
  Fingerprint fingerprint() {
    ObjectNode content = JsonNodeFactory.instance.objectNode();
    content
        .put("transactionId", transactionId)
        .put("applicationId", applicationId.toString())
        .put("type", type.name())
        .put("occurredAt", occurredAt.toString());
    content.putObject("amount").put("amount", amount.amount()).put("currency", amount.currency());
    return Fingerprint.ofJson(content.toString());
  }

  /**
   * Checks whether this event says nothing new beside the one that was recorded first.
   *
   * <p>A payer may try several times within one transaction. So a {@code FAILED} at another time
   * reports a further attempt and contradicts nothing (contract §3.5).
   *
   * @param first of the same transaction and type
   */
  boolean repeats(PaymentRecord first) {
    return type == PaymentType.FAILED
        ? applicationId.equals(first.applicationId()) && amount.equals(first.amount())
        : fingerprint().equals(first.fingerprint());
  }
}
