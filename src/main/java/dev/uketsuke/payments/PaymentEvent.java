package dev.uketsuke.payments;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.applications.Money;
import dev.uketsuke.idempotency.Fingerprint;
import java.time.Instant;
import java.util.UUID;

/**
 * What the provider told us, normalised.
 *
 * <p>Guarantee: two callbacks that say the same have equal fingerprints, whatever members they
 * carry that we do not know, however they write amount and time.
 *
 * @param transactionId the provider's own
 * @param applicationId as the provider says; need not exist
 * @param type what has happened
 * @param amount how much it was about
 * @param occurredAt when, as the provider says
 */
record PaymentEvent(
    String transactionId, UUID applicationId, PaymentType type, Money amount, Instant occurredAt) {

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
}
