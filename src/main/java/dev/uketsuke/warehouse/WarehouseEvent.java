package dev.uketsuke.warehouse;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.inbox.InboxMessage;
import java.util.UUID;

/**
 * Something that happened in the warehouse.
 *
 * @param source with {@code id} the name of the event
 * @param waybillNumber null if it tells none
 * @param digest of type and whole data
 * @param traceparent W3C trace context that came with it; null if there was none
 */
record WarehouseEvent(
    String source,
    String id,
    EventKind kind,
    UUID applicationId,
    String waybillNumber,
    byte[] digest,
    String traceparent) {

  /** As the inbox keeps it. */
  InboxMessage message() {
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    if (waybillNumber != null) {
      data.put("waybillNumber", waybillNumber);
    }
    return new InboxMessage(
        source, id, kind.type(), applicationId, data.toString(), digest, traceparent);
  }
}
