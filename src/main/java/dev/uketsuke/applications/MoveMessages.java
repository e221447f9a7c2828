package dev.uketsuke.applications;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.applications.ApplicationLife.Consignment;
import dev.uketsuke.outbox.Outbox.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes the messages out of a move: an event for each move, and a waybill order when the
 * application becomes PAID.
 *
 * <p>The messages contain no personal data, so it is enough to erase that from the application.
 */
public final class MoveMessages {

  /**
   * The aggregate type of events about applications, by which the relay chooses the destination.
   */
  public static final String EVENT = "application";

  private MoveMessages() {}

  static List<Message> of(ApplicationLife life, Move move, int step) {
    List<Message> messages = new ArrayList<>();
    messages.add(event(life, move, step));
    if (move.to() == ApplicationStatus.PAID) {
      messages.add(waybillOrder(life, step));
    }
    return messages;
  }

  private static Message event(ApplicationLife life, Move move, int step) {
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
    return message(life, step, EVENT, type, payload);
  }

  /** Returns the order; its payload is the body that the carrier receives (contract §3.7). */
  private static Message waybillOrder(ApplicationLife life, int step) {
    Consignment goods = life.consignment();
    ObjectNode payload =
        JsonNodeFactory.instance
            .objectNode()
            .put("applicationId", life.id().toString())
            .put("origin", goods.origin())
            .put("destination", goods.destination())
            .put("parcels", goods.parcels());
    if (goods.totalWeightGrams() != null) {
      payload.put("totalWeightGrams", goods.totalWeightGrams());
    }
    return message(life, step, "waybill", "waybill.order", payload);
  }

  private static Message message(
      ApplicationLife life, int step, String aggregateType, String type, ObjectNode payload) {
    return new Message(
        life.accountId(), step, aggregateType, life.id().toString(), type, payload.toString());
  }
}
