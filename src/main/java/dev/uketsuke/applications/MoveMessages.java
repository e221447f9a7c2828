package dev.uketsuke.applications;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.applications.ApplicationLife.Consignment;
import dev.uketsuke.outbox.Outbox.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/**
 * What the outside is told when an application has moved: an event for each move, and an order to
 * the carrier when it has been paid.
 *
 * <p>Holds no personal content, so that erasing it from the application erases it everywhere.
 */
public final class MoveMessages {

  /** What the events of an application are about, and so where they go. */
  public static final String EVENT = "application";

  private MoveMessages() {}

  static List<Message> of(ApplicationLife life, Step step) {
    List<Message> messages = new ArrayList<>();
    messages.add(event(life, step));
    if (step.to() == ApplicationStatus.PAID) {
      messages.add(waybillOrder(life.id(), life.consignment()));
    }
    return messages;
  }

  private static Message event(ApplicationLife life, Step step) {
    Consignment goods = life.consignment();
    ObjectNode payload =
        JsonNodeFactory.instance
            .objectNode()
            .put("applicationId", life.id().toString())
            .put("status", step.to().name())
            .put("origin", goods.origin())
            .put("destination", goods.destination())
            .put("parcels", goods.parcels());
    if (step.fee() != null) {
      payload
          .putObject("fee")
          .put("amount", step.fee().amount())
          .put("currency", step.fee().currency());
    }
    if (step.waybillNumber() != null) {
      payload.put("waybillNumber", step.waybillNumber());
    }
    String type = "application." + step.to().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Message(EVENT, life.id().toString(), type, payload.toString());
  }

  /** The payload is the very body that the carrier gets, contract §3.7. */
  private static Message waybillOrder(UUID id, Consignment goods) {
    ObjectNode payload =
        JsonNodeFactory.instance
            .objectNode()
            .put("applicationId", id.toString())
            .put("origin", goods.origin())
            .put("destination", goods.destination())
            .put("parcels", goods.parcels());
    if (goods.totalWeightGrams() != null) {
      payload.put("totalWeightGrams", goods.totalWeightGrams());
    }
    return new Message("waybill", id.toString(), "waybill.order", payload.toString());
  }
}
