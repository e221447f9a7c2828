package dev.uketsuke.warehouse;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.inbox.InboxMessage;
import java.util.UUID;

/**
 * An event of the warehouse.
 *
 * @param source the CloudEvents source, which identifies the event together with {@code id}
 * @param waybillNumber the reported waybill number; null if there is none
 * @param digest the digest of type and data
 * @param traceparent the W3C trace context of the event; null if it has none
 */
record WarehouseEvent(
    String source,
    String id,
    EventKind kind,
    UUID applicationId,
    String waybillNumber,
    byte[] digest,
    String traceparent) {

  /** Returns the event in the form in which the inbox stores it. */
  InboxMessage message() {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    if (waybillNumber != null) {
      data.put("waybillNumber", waybillNumber);
    }
    return new InboxMessage(
        source, id, kind.type(), applicationId, data.toString(), digest, traceparent);
  }
}
