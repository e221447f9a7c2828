package dev.uketsuke.submissions;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.applications.Money;
import dev.uketsuke.applications.Recipient;
import dev.uketsuke.database.Parameters;
import dev.uketsuke.idempotency.Fingerprint;
import java.sql.SQLException;

/**
 * What a client asks for, normalised: the same for storing and for the fingerprint.
 *
 * <p>Guarantee: two requests that mean the same have equal content. A member added later is left
 * out of the fingerprint while absent, so the fingerprint of old content never changes.
 *
 * @param origin ISO 3166-1 alpha-2
 * @param destination ISO 3166-1 alpha-2
 * @param parcels 1 to 999
 * @param totalWeightGrams grams, or null
 * @param declaredValue or null
 * @param recipient or null; never empty
 * @param clientReference the client's own number, or null
 */
record ApplicationContent(
    String origin,
    String destination,
    int parcels,
    Integer totalWeightGrams,
    Money declaredValue,
    Recipient recipient,
    String clientReference) {

  Fingerprint fingerprint() {
    JsonNodeFactory json = JsonNodeFactory.instance;
    ObjectNode content = json.objectNode();
    content.put("origin", origin).put("destination", destination).put("parcels", parcels);
    if (totalWeightGrams != null) {
      content.put("totalWeightGrams", totalWeightGrams);
    }
    if (declaredValue != null) {
      content
          .putObject("declaredValue")
          .put("amount", declaredValue.amount())
          .put("currency", declaredValue.currency());
    }
    if (recipient != null) {
      ObjectNode node = content.putObject("recipient");
      putIfPresent(node, "name", recipient.name());
      putIfPresent(node, "phone", recipient.phone());
      putIfPresent(node, "postalCode", recipient.postalCode());
      if (recipient.addressLines() != null) {
        ArrayNode lines = node.putArray("addressLines");
        recipient.addressLines().forEach(lines::add);
      }
    }
    putIfPresent(content, "clientReference", clientReference);
    return Fingerprint.ofJson(content.toString());
  }

  /** Binds the content's columns, in the order of the insert statement. */
  void bind(Parameters parameters) throws SQLException {
    parameters
        .add(origin)
        .add(destination)
        .add(parcels)
        .add(totalWeightGrams)
        .add(declaredValue == null ? null : declaredValue.toDecimal())
        .add(declaredValue == null ? null : declaredValue.currency())
        .add(recipient == null ? null : recipient.name())
        .add(recipient == null ? null : recipient.phone())
        .add(recipient == null ? null : recipient.postalCode())
        .add(recipient == null ? null : recipient.addressLines())
        .add(clientReference);
  }

  private static void putIfPresent(ObjectNode node, String member, String value) {
    if (value != null) {
      node.put(member, value);
    }
  }
}
