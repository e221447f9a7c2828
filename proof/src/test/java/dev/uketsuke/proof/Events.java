package dev.uketsuke.proof;

import dev.uketsuke.proof.Event.Kind;
import dev.uketsuke.proof.Event.Outcome;
import java.util.ArrayList;
import java.util.List;

/** A history written by hand: one operation after the other unless times are given. */
final class Events {

  static final String ID = "id-1";
  static final String RECEIPT = "{\"applicationId\":\"id-1\",\"keyExpiresAt\":\"later\"}";

  private final List<Event> events = new ArrayList<>();
  private long clock;

  Events submit(String content, Outcome outcome) {
    clock += 10;
    return submit(content, outcome, clock, clock + 5);
  }

  Events submit(String content, Outcome outcome, long from, long to) {
    boolean told = outcome == Outcome.CREATED || outcome == Outcome.REPLAYED;
    return submit("alice", content, outcome, from, to, told ? ID : null, told ? RECEIPT : "{}");
  }

  Events submit(
      String account, String content, Outcome outcome, long from, long to, String id, String body) {
    return add(
        new Event(
            number(), Kind.SUBMIT, account, "k", content, from, to, outcome, id, body, 0, null));
  }

  Events inquire(Outcome outcome) {
    clock += 10;
    return inquire(outcome, clock, clock + 5);
  }

  Events inquire(Outcome outcome, long from, long to) {
    boolean told = outcome == Outcome.RECORDED;
    return add(
        new Event(
            number(),
            Kind.INQUIRE,
            "alice",
            "k",
            null,
            from,
            to,
            outcome,
            told ? ID : null,
            told ? RECEIPT : null,
            0,
            null));
  }

  Events expire() {
    clock += 10;
    return add(
        new Event(
            number(),
            Kind.EXPIRE,
            "alice",
            "k",
            null,
            clock,
            clock + 5,
            Outcome.DONE,
            null,
            null,
            0,
            null));
  }

  Events on(Kind kind, String to, Outcome outcome) {
    clock += 10;
    return add(
        new Event(number(), kind, "alice", null, to, clock, clock + 5, outcome, ID, null, 0, null));
  }

  Events read(String account, String id, Outcome outcome, String body) {
    clock += 10;
    return add(
        new Event(
            number(), Kind.READ, account, null, null, clock, clock + 5, outcome, id, body, 0,
            null));
  }

  Events row(String content, String status) {
    return row(ID, content, status);
  }

  Events row(String id, String content, String status) {
    return add(
        new Event(
            number(),
            Kind.APPLICATION_ROW,
            "alice",
            "k",
            content,
            0,
            0,
            null,
            id,
            "later",
            0,
            status));
  }

  /** A move in history and outbox, in one place of the order. */
  Events moved(int step, String status) {
    String type = "application." + status.toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    return history(step, status).message(step, type);
  }

  Events history(int step, String status) {
    return add(
        new Event(
            number(), Kind.HISTORY_ROW, null, null, status, 0, 0, null, ID, null, step, null));
  }

  Events message(int step, String type) {
    return add(
        new Event(number(), Kind.OUTBOX_ROW, null, null, type, 0, 0, null, ID, null, step, null));
  }

  /** An order as the carrier saw it, and the number that it booked. */
  Events order(String key, String body, String number) {
    clock += 10;
    return add(
        new Event(
            number(),
            Kind.ORDER,
            null,
            key,
            body,
            clock,
            clock + 5,
            Outcome.DONE,
            ID,
            number,
            0,
            null));
  }

  Events waybill(String number) {
    return add(
        new Event(number(), Kind.WAYBILL_ROW, null, null, number, 0, 0, null, ID, null, 0, null));
  }

  /** One application as it stands after its acceptance. */
  Events stored(String content) {
    return row(content, "ACCEPTED").moved(1, "ACCEPTED");
  }

  private Events add(Event event) {
    events.add(event);
    return this;
  }

  private int number() {
    return events.size() + 1;
  }

  List<Event> list() {
    return events;
  }

  /** Returns the promises that the history contradicts. */
  List<Promise> contradicted() {
    return CheckHistory.check(events).findings().stream().map(Finding::promise).distinct().toList();
  }

  List<Finding> findings() {
    return CheckHistory.check(events).findings();
  }
}
