package dev.uketsuke.proof;

import dev.uketsuke.proof.Event.Kind;
import dev.uketsuke.proof.Event.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Collects the history of a run; one clock for all clients. */
final class Recorder {

  private final long start = System.nanoTime();
  private final List<Event> events = new ArrayList<>();

  /** Returns microseconds since the start of the run. */
  long now() {
    return (System.nanoTime() - start) / 1000;
  }

  /** Records an operation that has just ended. */
  synchronized Event operation(
      Kind kind,
      String account,
      String key,
      String content,
      long from,
      Outcome outcome,
      String id,
      String body) {
    long to = outcome == Outcome.NONE ? Long.MAX_VALUE : now();
    Event event =
        new Event(
            events.size() + 1, kind, account, key, content, from, to, outcome, id, body, 0, null);
    events.add(event);
    return event;
  }

  /** Records a row of a table. */
  synchronized void row(
      Kind kind,
      String account,
      String key,
      String content,
      String id,
      String body,
      int step,
      String status) {
    events.add(
        new Event(
            events.size() + 1, kind, account, key, content, 0, 0, null, id, body, step, status));
  }

  synchronized List<Event> events() {
    return List.copyOf(events);
  }

  synchronized int size() {
    return events.size();
  }
}
