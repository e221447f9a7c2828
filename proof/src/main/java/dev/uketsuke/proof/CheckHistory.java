package dev.uketsuke.proof;

import dev.uketsuke.proof.Event.Kind;
import dev.uketsuke.proof.Event.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decides for each promise whether a history contradicts it.
 *
 * <p>The verdict follows from the history alone: from what clients sent and were told, and from
 * what stood in the tables in the end.
 */
final class CheckHistory {

  /** Bytes that tell of an application: a conflict must not have them. */
  private static final Set<String> OF_THE_FIRST = Set.of("applicationId", "acceptedAt");

  private final List<Event> events;
  private final Map<String, List<Event>> slots = new TreeMap<>();
  private final Map<String, List<Event>> rows = new TreeMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private final Map<Promise, Integer> checked = new EnumMap<>(Promise.class);
  private final boolean hasRows;

  /**
   * @param findings the contradictions, those with the fewest events first
   * @param checked how many things were compared for each promise; a promise that is missing was
   *     not checked
   */
  record Report(List<Finding> findings, Map<Promise, Integer> checked) {}

  private CheckHistory(List<Event> events) {
    this.events = events;
    for (Event event : events) {
      if (KeyRegister.concerns(event)) {
        slots.computeIfAbsent(event.slot(), any -> new ArrayList<>()).add(event);
      } else if (event.kind() == Kind.APPLICATION_ROW) {
        rows.computeIfAbsent(event.slot(), any -> new ArrayList<>()).add(event);
      }
    }
    this.hasRows = !rows.isEmpty();
  }

  static Report check(List<Event> events) {
    CheckHistory check = new CheckHistory(events);
    check.slots.forEach((slot, all) -> check.slot(all, check.rows.getOrDefault(slot, List.of())));
    check.rows.forEach(check::rowsOf);
    check.foreignIds();
    LifeCheck life = new LifeCheck(events);
    check.findings.addAll(life.findings());
    check.count(Promise.P5, life.applications());
    check.count(Promise.P9, life.moves());
    check.findings.sort((a, b) -> Integer.compare(a.evidence().size(), b.evidence().size()));
    return new Report(List.copyOf(check.findings), check.checked);
  }

  private void slot(List<Event> operations, List<Event> stored) {
    oneApplication(operations);
    equalReceipts(operations);
    conflicts(operations, stored);
    acknowledged(operations, stored);
    linearizable(operations);
  }

  /** P1: all answers about a key name one application. */
  private void oneApplication(List<Event> operations) {
    Event first = null;
    for (Event each : operations) {
      if (each.id() == null) {
        continue;
      }
      count(Promise.P1, 1);
      if (first == null) {
        first = each;
      } else if (!first.id().equals(each.id())) {
        found(Promise.P1, "two applications were told for one key", first, each);
      }
    }
    Event created = null;
    for (Event each : operations) {
      if (each.outcome() == Outcome.CREATED) {
        if (created != null) {
          found(Promise.P1, "one key was answered \"created\" twice", created, each);
        }
        created = each;
      }
    }
  }

  /** P2: every receipt is the same bytes. */
  private void equalReceipts(List<Event> operations) {
    Event first = null;
    for (Event each : operations) {
      boolean receipt =
          each.outcome() == Outcome.CREATED
              || each.outcome() == Outcome.REPLAYED
              || each.outcome() == Outcome.RECORDED;
      if (!receipt || each.body() == null) {
        continue;
      }
      count(Promise.P2, 1);
      if (first == null) {
        first = each;
      } else if (!first.body().equals(each.body())) {
        found(Promise.P2, "two receipts of one key differ", first, each);
      }
    }
  }

  private void conflicts(List<Event> operations, List<Event> stored) {
    for (Event each : operations) {
      if (each.outcome() != Outcome.CONFLICT) {
        continue;
      }
      count(Promise.P3, 1);
      String body = each.body() == null ? "" : each.body();
      for (Event other : operations) {
        boolean shown =
            other.id() != null && body.contains(other.id())
                || other.content() != null
                    && !other.content().equals(each.content())
                    && body.contains(other.content());
        if (shown) {
          found(Promise.P3, "a conflict shows something of the first submission", other, each);
          break;
        }
      }
      if (OF_THE_FIRST.stream().anyMatch(body::contains)) {
        found(Promise.P3, "a conflict shows a receipt", each);
      }
      Event same = withContent(operations, each);
      for (Event row : stored) {
        if (each.content().equals(row.content()) && same == each) {
          found(Promise.P3, "content that was refused as a conflict is stored", each, row);
        }
      }
    }
  }

  /** Returns the submission of the same content that may have been accepted; itself if none. */
  private static Event withContent(List<Event> operations, Event conflict) {
    for (Event other : operations) {
      if (other.kind() == Kind.SUBMIT
          && conflict.content().equals(other.content())
          && (other.outcome() == Outcome.CREATED || KeyRegister.mayHaveBeenAccepted(other))) {
        return other;
      }
    }
    return conflict;
  }

  /** P5: what was acknowledged is stored as it was acknowledged. */
  private void acknowledged(List<Event> operations, List<Event> stored) {
    if (!hasRows) {
      return;
    }
    boolean aged = operations.stream().anyMatch(each -> each.kind() == Kind.EXPIRE);
    for (Event each : operations) {
      boolean definite =
          each.outcome() == Outcome.CREATED
              || each.outcome() == Outcome.REPLAYED
              || each.outcome() == Outcome.RECORDED;
      if (!definite) {
        continue;
      }
      count(Promise.P5, 1);
      if (stored.stream().noneMatch(row -> row.id().equals(each.id()))) {
        found(Promise.P5, "what was acknowledged is not in the table", each);
      }
      for (Event row : stored) {
        if (each.outcome() == Outcome.CREATED && !each.content().equals(row.content())) {
          found(Promise.P5, "another content is stored than was acknowledged", each, row);
        }
        if (!aged
            && row.body() != null
            && each.body() != null
            && !each.body().contains(row.body())) {
          found(Promise.P3, "the key's expiry is not the one in the receipt", each, row);
        }
      }
    }
  }

  private void linearizable(List<Event> operations) {
    for (Event each : operations) {
      switch (each.outcome()) {
        case EXPIRED -> count(Promise.P10, 1);
        case REFUSED -> count(Promise.P4, 1);
        case RECORDED, NOT_RECORDED -> count(Promise.P6, 1);
        default -> {}
      }
      if (each.outcome() == Outcome.STRANGE) {
        found(Promise.P6, "the contract has no such answer", each);
      }
    }
    List<Event> contradiction = KeyRegister.contradiction(operations);
    if (!contradiction.isEmpty()) {
      findings.add(
          new Finding(
              promiseOf(contradiction, operations),
              "these answers about one key cannot all be true",
              contradiction));
    }
  }

  /** The promise that a contradiction concerns most. */
  private static Promise promiseOf(List<Event> contradiction, List<Event> operations) {
    Event last = contradiction.get(contradiction.size() - 1);
    boolean aged =
        operations.stream()
            .filter(each -> each.kind() == Kind.EXPIRE && each.outcome() == Outcome.DONE)
            .anyMatch(each -> each.from() <= last.from());
    if (aged || outcome(contradiction, Outcome.EXPIRED)) {
      return Promise.P10;
    }
    if (any(contradiction, Kind.INQUIRE)) {
      return Promise.P6;
    }
    if (outcome(contradiction, Outcome.CONFLICT)) {
      return outcome(operations, Outcome.REFUSED) ? Promise.P4 : Promise.P3;
    }
    return contradiction.stream().filter(e -> e.outcome() == Outcome.CREATED).count() > 1
        ? Promise.P1
        : outcome(operations, Outcome.REFUSED) ? Promise.P4 : Promise.P2;
  }

  private static boolean any(List<Event> events, Kind kind) {
    return events.stream().anyMatch(each -> each.kind() == kind);
  }

  private static boolean outcome(List<Event> events, Outcome outcome) {
    return events.stream().anyMatch(each -> each.outcome() == outcome);
  }

  /** P1 and P4 in the tables: one row a key, and none that nobody was to be given. */
  private void rowsOf(String slot, List<Event> stored) {
    count(Promise.P1, stored.size());
    if (stored.size() > 1) {
      found(Promise.P1, "one key has several applications", stored.get(0), stored.get(1));
    }
    List<Event> operations = slots.getOrDefault(slot, List.of());
    for (Event row : stored) {
      boolean explained =
          operations.stream()
              .filter(each -> each.kind() == Kind.SUBMIT)
              .filter(
                  each ->
                      each.outcome() == Outcome.CREATED
                          || each.outcome() == Outcome.REPLAYED
                          || each.outcome() == Outcome.EXPIRED
                          || KeyRegister.mayHaveBeenAccepted(each))
              .anyMatch(each -> row.content().equals(each.content()));
      if (!explained) {
        Event refused =
            operations.stream()
                .filter(each -> row.content().equals(each.content()))
                .findFirst()
                .orElse(row);
        found(Promise.P4, "a submission that was refused is stored", refused, row);
      }
    }
  }

  /** P7: an id is told to one account alone. */
  private void foreignIds() {
    Map<String, Event> owners = new TreeMap<>();
    for (Event each : events) {
      boolean told = each.kind() == Kind.SUBMIT || each.kind() == Kind.INQUIRE;
      if (told && each.id() != null) {
        Event first = owners.putIfAbsent(each.id(), each);
        if (first != null && !first.account().equals(each.account())) {
          found(Promise.P7, "one application was told to two accounts", first, each);
        }
      }
    }
    String shape = null;
    for (Event each : events) {
      if (each.kind() != Kind.READ || each.account() == null) {
        continue;
      }
      Event owner = owners.get(each.id());
      boolean foreign = owner == null || !owner.account().equals(each.account());
      if (!foreign || each.outcome() == Outcome.NONE || each.outcome() == Outcome.UNKNOWN) {
        continue;
      }
      count(Promise.P7, 1);
      if (each.outcome() != Outcome.ABSENT) {
        found(Promise.P7, "an account read what is not its own", each);
        continue;
      }
      String said =
          each.body() == null
              ? ""
              : each.body()
                  .replace(each.id(), "…")
                  .replaceAll("\"requestId\":\"[^\"]*\"", "…")
                  .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "…");
      if (shape != null && !shape.equals(said)) {
        found(Promise.P7, "another's id and an unknown id are answered differently", each);
      }
      shape = said;
    }
  }

  private void count(Promise promise, int times) {
    checked.merge(promise, times, Integer::sum);
  }

  private void found(Promise promise, String what, Event... evidence) {
    findings.add(new Finding(promise, what, List.of(evidence)));
  }
}
