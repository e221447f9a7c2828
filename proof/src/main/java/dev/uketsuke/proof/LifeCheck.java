package dev.uketsuke.proof;

import dev.uketsuke.proof.Event.Kind;
import dev.uketsuke.proof.Event.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides whether each application went through its life by legal moves, each of them once, with
 * one message out for each, and whether what was acknowledged of moves and deliveries is in its
 * history (P5 and P9).
 */
final class LifeCheck {

  private static final Map<String, Set<String>> NEXT =
      Map.of(
          "ACCEPTED", Set.of("WAREHOUSE_CHECKED", "CANCELLED"),
          "WAREHOUSE_CHECKED", Set.of("FEE_CONFIRMED", "CANCELLED"),
          "FEE_CONFIRMED", Set.of("PAID", "CANCELLED"),
          "PAID", Set.of("SHIPPED", "REFUNDED"),
          "SHIPPED", Set.of("DELIVERED"));

  private static final List<String> PATH =
      List.of("ACCEPTED", "WAREHOUSE_CHECKED", "FEE_CONFIRMED", "PAID", "SHIPPED", "DELIVERED");

  private static final class Life {
    private Event application;
    private final List<Event> history = new ArrayList<>();
    private final List<Event> messages = new ArrayList<>();
    private final List<Event> acknowledged = new ArrayList<>();
    private final List<Event> reads = new ArrayList<>();
    private final List<Event> orders = new ArrayList<>();
    private Event waybill;
  }

  private final Map<String, Life> lives = new TreeMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private int applications;
  private int moves;

  LifeCheck(List<Event> events) {
    for (Event event : events) {
      if (event.id() == null) {
        continue;
      }
      Life life = lives.computeIfAbsent(event.id(), any -> new Life());
      switch (event.kind()) {
        case APPLICATION_ROW -> life.application = event;
        case HISTORY_ROW -> life.history.add(event);
        case OUTBOX_ROW -> life.messages.add(event);
        case MOVE, DELIVER -> {
          life.acknowledged.add(event);
          if (event.outcome() == Outcome.STRANGE) {
            found(Promise.P9, "the contract has no such answer", event);
          }
        }
        case ORDER -> life.orders.add(event);
        case WAYBILL_ROW -> life.waybill = event;
        case READ -> {
          if (event.content() != null) {
            life.reads.add(event);
          }
        }
        case SUBMIT, INQUIRE, EXPIRE -> {}
      }
    }
    for (Life life : lives.values()) {
      reads(life);
      if (life.application != null) {
        applications++;
        life.history.sort(Comparator.comparingInt(Event::step));
        whole(life);
        legal(life);
        effects(life);
        waybill(life);
      } else if (!life.history.isEmpty() || !life.messages.isEmpty()) {
        List<Event> orphans = life.history.isEmpty() ? life.messages : life.history;
        found(Promise.P5, "there are rows of an application that is not there", orphans.get(0));
      }
    }
  }

  List<Finding> findings() {
    return findings;
  }

  int applications() {
    return applications;
  }

  int moves() {
    return moves;
  }

  /** P5: acceptance, history and message out were committed together. */
  private void whole(Life life) {
    long accepted = count(life.history, "ACCEPTED");
    long events = count(life.messages, "application.accepted");
    if (accepted != 1 || events != 1) {
      found(
          Promise.P5,
          "an application has %d histories of its acceptance and %d messages"
              .formatted(accepted, events),
          life.application);
    }
  }

  private void legal(Life life) {
    Event last = null;
    Set<String> seen = new HashSet<>();
    for (Event row : life.history) {
      moves++;
      if (!seen.add(row.content())) {
        found(Promise.P9, "an application came to one status twice", first(life, row), row);
      } else if (last != null
          && !NEXT.getOrDefault(last.content(), Set.of()).contains(row.content())) {
        found(Promise.P9, "the history has a move that is not allowed", last, row);
      }
      if (last != null && row.step() <= last.step()) {
        found(Promise.P9, "two moves have one place in the order", last, row);
      }
      String type =
          "application." + row.content().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
      List<Event> told =
          life.messages.stream().filter(each -> type.equals(each.content())).toList();
      if (told.size() != 1) {
        found(Promise.P9, "a move has " + told.size() + " messages out", row);
      } else if (told.get(0).step() != row.step()) {
        found(
            Promise.P9, "a message has another place in the order than its move", row, told.get(0));
      }
      last = row;
    }
    if (last != null && !last.content().equals(life.application.status())) {
      found(Promise.P9, "status and history disagree", last, life.application);
    }
  }

  /** What was acknowledged has its effect, as soon as everything that it waits for is there. */
  private void effects(Life life) {
    Set<String> reached = new HashSet<>();
    life.history.forEach(row -> reached.add(row.content()));
    if (reached.contains("CANCELLED")) {
      return;
    }
    Set<String> told = new HashSet<>(Set.of("ACCEPTED"));
    for (Event each : life.acknowledged) {
      boolean done = each.outcome() == Outcome.DONE || each.outcome() == Outcome.REPEATED;
      if (each.kind() == Kind.MOVE && done && !reached.contains(each.content())) {
        found(Promise.P5, "a move that was acknowledged is not in the history", each);
      }
      if (done || each.outcome() == Outcome.KEPT) {
        told.add(each.content());
      }
    }
    for (String status : PATH) {
      if (!told.contains(status)) {
        return;
      }
      if (!reached.contains(status)) {
        Event lost =
            life.acknowledged.stream()
                .filter(each -> status.equals(each.content()))
                .filter(each -> each.outcome() != Outcome.NONE)
                .findFirst()
                .orElse(life.application);
        found(Promise.P9, "a delivery was acknowledged and has no effect", lost, life.application);
        return;
      }
    }
  }

  /** P9: one order for each application, always the same, and its number is the one stored. */
  private void waybill(Life life) {
    for (Event order : life.orders) {
      Event first = life.orders.get(0);
      if (!first.key().equals(order.key())) {
        found(Promise.P9, "two waybills were ordered for one application", first, order);
      } else if (!first.content().equals(order.content())) {
        found(Promise.P9, "an order was repeated with other content", first, order);
      }
    }
    if (!life.orders.isEmpty() && life.history.stream().noneMatch(LifeCheck::isPaid)) {
      found(Promise.P9, "a waybill was ordered for what is not paid", life.orders.get(0));
    }
    if (life.waybill != null
        && life.orders.stream().noneMatch(each -> each.body().equals(life.waybill.content()))) {
      found(Promise.P9, "a waybill number is stored that the carrier did not give", life.waybill);
    }
  }

  private static boolean isPaid(Event history) {
    return history.content().equals("PAID");
  }

  /** P9: what one reader saw after another was never earlier in the life. */
  private void reads(Life life) {
    for (Event earlier : life.reads) {
      for (Event later : life.reads) {
        int before = PATH.indexOf(earlier.content());
        int after = PATH.indexOf(later.content());
        if (earlier.precedes(later) && before >= 0 && after >= 0 && after < before) {
          found(Promise.P9, "an application was seen to go back", earlier, later);
          return;
        }
      }
    }
  }

  private static Event first(Life life, Event row) {
    return life.history.stream()
        .filter(each -> each.content().equals(row.content()))
        .findFirst()
        .orElseThrow();
  }

  private static long count(Collection<Event> events, String content) {
    return events.stream().filter(each -> content.equals(each.content())).count();
  }

  private void found(Promise promise, String what, Event... evidence) {
    findings.add(new Finding(promise, what, List.of(evidence)));
  }
}
