package dev.uketsuke.payments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One application and its payments, in memory and as plainly as can be: what the service is
 * compared with. Answers are HTTP statuses; 299 stands for 200 with {@code Idempotent-Replayed}.
 */
final class LifeModel {

  static final int REPLAYED = 299;

  private static final String NEXT =
      "ACCEPTED>WAREHOUSE_CHECKED WAREHOUSE_CHECKED>FEE_CONFIRMED FEE_CONFIRMED>PAID PAID>SHIPPED"
          + " SHIPPED>DELIVERED ACCEPTED>CANCELLED WAREHOUSE_CHECKED>CANCELLED"
          + " FEE_CONFIRMED>CANCELLED PAID>REFUNDED";

  /** One event of the provider. */
  static final class Event {
    final String transaction;
    final String type;
    final String amount;
    final String second;
    String state = "WAITING";
    String note;

    Event(String transaction, String type, String amount, String second) {
      this.transaction = transaction;
      this.type = type;
      this.amount = amount;
      this.second = second;
    }
  }

  final List<String> history = new ArrayList<>(List.of("ACCEPTED"));
  final Map<String, Event> events = new LinkedHashMap<>();
  final Set<String> contradictions = new TreeSet<>();
  private String fee;

  boolean owesNothing() {
    return "0.00".equals(fee);
  }

  String status() {
    return history.get(history.size() - 1);
  }

  /** As {@link dev.uketsuke.support.Payments#about} tells it. */
  String payments() {
    return events.values().stream()
        .map(event -> event.transaction + " " + event.type + "=" + event.state)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  int transition(String to, String withFee) {
    if (to.equals("PAID") || to.equals("REFUNDED")) {
      return 409;
    }
    if (to.equals("FEE_CONFIRMED") && fee != null && !fee.equals(withFee)) {
      return 409;
    }
    int answer = move(to);
    if (answer == 200 && to.equals("FEE_CONFIRMED")) {
      fee = withFee;
      if (fee.equals("0.00")) {
        move("PAID");
      }
    }
    settle();
    return answer;
  }

  /** The second at which it happened makes a difference, except for one more failed attempt. */
  int callback(String transaction, String type, String amount, String second) {
    var first = events.get(transaction + type);
    if (first != null) {
      if (first.amount.equals(amount) && (type.equals("FAILED") || first.second.equals(second))) {
        return 204;
      }
      contradictions.add(transaction + " " + type + " " + amount + " " + second);
      return 409;
    }
    events.put(transaction + type, new Event(transaction, type, amount, second));
    settle();
    return 204;
  }

  int resolve(String transaction, String type, String note) {
    var event = events.get(transaction + type);
    if (event == null) {
      return 404;
    }
    if (event.state.startsWith("SETTLED")) {
      return Objects.equals(event.note, note) ? REPLAYED : 409;
    }
    if (event.state.equals("APPLIED")) {
      return 409;
    }
    event.state = event.state.replace("WAITING", "SETTLED").replace("UNMATCHED", "SETTLED");
    event.note = note;
    settle();
    return 200;
  }

  private int move(String to) {
    if (history.contains(to)) {
      return REPLAYED;
    }
    if (!List.of(NEXT.split(" ")).contains(status() + ">" + to)) {
      return 409;
    }
    history.add(to);
    return 200;
  }

  /** Looks at all that waits until nothing changes any more. */
  private void settle() {
    for (boolean changed = true; changed; ) {
      changed = false;
      for (var type : List.of("PAID", "FAILED", "REFUNDED")) {
        for (var event : events.values()) {
          if (event.type.equals(type) && event.state.equals("WAITING")) {
            event.state = decide(event);
            changed |= !event.state.equals("WAITING");
          }
        }
      }
    }
  }

  private String decide(Event event) {
    switch (event.type) {
      case "FAILED":
        return "APPLIED";
      case "PAID":
        if (status().equals("CANCELLED")) {
          return "UNMATCHED APPLICATION_CANCELLED";
        }
        if (fee == null) {
          return "WAITING";
        }
        if (!fee.equals(event.amount)) {
          return "UNMATCHED AMOUNT_DIFFERS";
        }
        return move("PAID") == 200 ? "APPLIED" : "UNMATCHED ALREADY_PAID";
      default:
        var paid = events.get(event.transaction + "PAID");
        if (paid == null || paid.state.equals("WAITING")) {
          return "WAITING";
        }
        if (!paid.state.equals("APPLIED")) {
          return "UNMATCHED PAYMENT_NOT_APPLIED";
        }
        if (!paid.amount.equals(event.amount)) {
          return "UNMATCHED AMOUNT_DIFFERS";
        }
        return move("REFUNDED") == 200 ? "APPLIED" : "UNMATCHED ALREADY_SHIPPED";
    }
  }
}
