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
 * The normalised content of a submission, which is both stored and fingerprinted.
 *
 * <p>Guarantee: two requests with the same meaning have equal content. Absent members are left out
 * of the fingerprint, so a member that is added to the API later does not change the fingerprint of
 * old content.
 *
 * @param origin ISO 3166-1 alpha-2
 * @param destination ISO 3166-1 alpha-2
 * @param parcels 1 to 999
 * @param totalWeightGrams the weight in grams; null if absent
 * @param declaredValue the declared value; null if absent
 * @param recipient the recipient; null if absent or without members
 * @param clientReference the client's own number; null if absent
 */
record ApplicationContent(
    String origin,
    String destination,
    int parcels,
    Integer totalWeightGrams,
    Money declaredValue,
    Recipient recipient,
    String clientReference) {

  /** Returns the fingerprint by the current rule. */
  Fingerprint fingerprint() {
    return Fingerprint.ofJson(json());
  }

  /** Returns the content as a JSON object, absent members left out: what fingerprints are of. */
  String json() {
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
    return content.toString();
  }

  /** Binds the values of the content, in the order of the columns in the insert statement. */
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
