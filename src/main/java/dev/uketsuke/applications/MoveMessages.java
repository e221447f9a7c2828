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

  /** The aggregate type of an application's events, which decides where they are sent. */
  public static final String EVENT = "application";

  private MoveMessages() {}

  static List<Message> of(ApplicationLife life, Move move) {
    List<Message> messages = new ArrayList<>();
    messages.add(event(life, move));
    if (move.to() == ApplicationStatus.PAID) {
      messages.add(waybillOrder(life.id(), life.consignment()));
    }
    return messages;
  }

  private static Message event(ApplicationLife life, Move move) {
    Consignment goods = life.consignment();
    ObjectNode payload =
        JsonNodeFactory.instance
            .objectNode()
            .put("applicationId", life.id().toString())
            .put("status", move.to().name())
            .put("origin", goods.origin())
            .put("destination", goods.destination())
            .put("parcels", goods.parcels());
    if (move.fee() != null) {
      payload
          .putObject("fee")
          .put("amount", move.fee().amount())
          .put("currency", move.fee().currency());
    }
    if (move.waybillNumber() != null) {
      payload.put("waybillNumber", move.waybillNumber());
    }
    String type = "application." + move.to().name().toLowerCase(Locale.ROOT).replace('_', '-');
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
