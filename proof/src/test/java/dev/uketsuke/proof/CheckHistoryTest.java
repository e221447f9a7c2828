package dev.uketsuke.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.proof.Event.Kind;
import dev.uketsuke.proof.Event.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For each promise a history that keeps it, and histories that break it. */
class CheckHistoryTest {

  private static void holds(Events events) {
    assertEquals(List.of(), events.findings());
  }

  private static void breaks(Promise promise, Events events) {
    assertTrue(events.contradicted().contains(promise), () -> promise + " in " + events.findings());
  }

  @Test
  void aLifeWithoutFaultContradictsNothing() {
    holds(
        new Events()
            .inquire(Outcome.NOT_RECORDED)
            .submit("a", Outcome.REFUSED)
            .submit("a", Outcome.NOT_BEGUN)
            .submit("a", Outcome.NONE)
            .inquire(Outcome.IN_PROGRESS)
            .submit("a", Outcome.REPLAYED)
            .submit("b", Outcome.CONFLICT)
            .inquire(Outcome.RECORDED)
            .on(Kind.MOVE, "WAREHOUSE_CHECKED", Outcome.DONE)
            .row("a", "WAREHOUSE_CHECKED")
            .moved(1, "ACCEPTED")
            .moved(2, "WAREHOUSE_CHECKED"));
  }

  @Test
  void oneKeyHasOneApplication() {
    holds(new Events().submit("a", Outcome.CREATED).submit("a", Outcome.REPLAYED).stored("a"));
    breaks(Promise.P1, new Events().submit("a", Outcome.CREATED).submit("a", Outcome.CREATED));
    breaks(
        Promise.P1,
        new Events()
            .submit("a", Outcome.CREATED)
            .submit("alice", "a", Outcome.REPLAYED, 90, 95, "id-2", Events.RECEIPT));
    breaks(
        Promise.P1,
        new Events().submit("a", Outcome.CREATED).stored("a").row("id-2", "a", "ACCEPTED"));
  }

  @Test
  void aReplayIsTheSameBytes() {
    breaks(
        Promise.P2,
        new Events()
            .submit("a", Outcome.CREATED)
            .submit("alice", "a", Outcome.REPLAYED, 90, 95, Events.ID, "{\"status\":\"PAID\"}"));
    breaks(Promise.P2, new Events().submit("a", Outcome.REPLAYED));
  }

  @Test
  void aConflictNeedsOtherContentAndShowsNothing() {
    breaks(
        Promise.P3,
        new Events()
            .submit("a", Outcome.CREATED)
            .submit("alice", "b", Outcome.CONFLICT, 90, 95, null, "yours is id-1"));
    breaks(Promise.P3, new Events().submit("a", Outcome.CREATED).submit("a", Outcome.CONFLICT));
    breaks(
        Promise.P3,
        new Events()
            .submit("a", Outcome.CREATED)
            .submit("b", Outcome.CONFLICT)
            .row("b", "ACCEPTED")
            .moved(1, "ACCEPTED"));
  }

  @Test
  void aRefusedSubmissionLeavesTheKeyFree() {
    holds(
        new Events()
            .submit("a-bad", Outcome.REFUSED)
            .inquire(Outcome.NOT_RECORDED)
            .submit("a", Outcome.CREATED)
            .stored("a"));
    breaks(Promise.P4, new Events().submit("bad", Outcome.REFUSED).submit("a", Outcome.CONFLICT));
    breaks(Promise.P4, new Events().submit("bad", Outcome.REFUSED).stored("bad"));
  }

  @Test
  void whatWasAcknowledgedIsThereAndWhole() {
    breaks(
        Promise.P5,
        new Events().submit("a", Outcome.CREATED).row("a", "ACCEPTED").history(1, "ACCEPTED"));
    Events lost = new Events().submit("a", Outcome.CREATED);
    lost.list()
        .add(
            new Event(
                9, Kind.APPLICATION_ROW, "bob", "other", "x", 0, 0, null, "id-9", null, 0, "PAID"));
    breaks(Promise.P5, lost);
    breaks(
        Promise.P5,
        new Events()
            .on(Kind.MOVE, "CANCELLED", Outcome.DONE)
            .submit("a", Outcome.CREATED)
            .stored("a"));
  }

  @Test
  void anInquiryIsNotContradictedByWhatFollows() {
    breaks(Promise.P6, new Events().submit("a", Outcome.CREATED).inquire(Outcome.NOT_RECORDED));
    breaks(
        Promise.P6,
        new Events()
            .submit("a", Outcome.NONE)
            .inquire(Outcome.RECORDED)
            .inquire(Outcome.NOT_RECORDED));
    holds(
        new Events()
            .submit("a", Outcome.CREATED, 10, 50)
            .inquire(Outcome.RECORDED, 20, 25)
            .inquire(Outcome.NOT_RECORDED, 12, 22));
    breaks(
        Promise.P6,
        new Events()
            .submit("a", Outcome.CREATED, 10, 50)
            .inquire(Outcome.RECORDED, 20, 25)
            .inquire(Outcome.NOT_RECORDED, 26, 30));
    breaks(Promise.P6, new Events().submit("a", Outcome.STRANGE));
  }

  @Test
  void aLostSubmissionMayTakeEffectLater() {
    holds(
        new Events()
            .submit("a", Outcome.NONE)
            .inquire(Outcome.NOT_RECORDED)
            .submit("b", Outcome.CONFLICT)
            .submit("a", Outcome.REPLAYED)
            .stored("a"));
    breaks(
        Promise.P3,
        new Events()
            .submit("a", Outcome.NONE)
            .submit("b", Outcome.NOT_BEGUN)
            .submit("a", Outcome.CONFLICT));
  }

  @Test
  void anAccountSeesItsOwnAlone() {
    holds(
        new Events()
            .submit("a", Outcome.CREATED)
            .read("bob", Events.ID, Outcome.ABSENT, "no id-1 {\"requestId\":\"r-1\"}")
            .read("bob", "id-7", Outcome.ABSENT, "no id-7 {\"requestId\":\"r-2\"}"));
    breaks(
        Promise.P7,
        new Events().submit("a", Outcome.CREATED).read("bob", Events.ID, Outcome.DONE, "id-1"));
    breaks(
        Promise.P7,
        new Events()
            .submit("a", Outcome.CREATED)
            .read("bob", Events.ID, Outcome.ABSENT, "not yours")
            .read("bob", "id-7", Outcome.ABSENT, "unknown"));
    breaks(
        Promise.P7,
        new Events()
            .submit("a", Outcome.CREATED)
            .submit("bob", "a", Outcome.REPLAYED, 90, 95, Events.ID, Events.RECEIPT));
  }

  @Test
  void movesAreLegalAndOnceAndInOrder() {
    breaks(Promise.P9, new Events().row("a", "PAID").moved(1, "ACCEPTED").moved(2, "PAID"));
    breaks(
        Promise.P9,
        new Events()
            .row("a", "WAREHOUSE_CHECKED")
            .moved(1, "ACCEPTED")
            .moved(2, "WAREHOUSE_CHECKED")
            .moved(3, "WAREHOUSE_CHECKED"));
    breaks(
        Promise.P9, new Events().stored("a").message(1, "application.accepted").row("a", "PAID"));
    breaks(
        Promise.P9,
        new Events()
            .submit("a", Outcome.CREATED)
            .on(Kind.DELIVER, "WAREHOUSE_CHECKED", Outcome.DONE)
            .stored("a"));
    holds(
        new Events()
            .submit("a", Outcome.CREATED)
            .on(Kind.DELIVER, "PAID", Outcome.KEPT)
            .stored("a"));
  }

  @Test
  void aWaybillIsOrderedOnceForWhatIsPaid() {
    holds(paid().order("o-1", "body", "W-1").order("o-1", "body", "W-1").waybill("W-1"));
    breaks(Promise.P9, paid().order("o-1", "body", "W-1").order("o-2", "body", "W-2"));
    breaks(Promise.P9, paid().order("o-1", "body", "W-1").order("o-1", "other", "W-1"));
    breaks(Promise.P9, paid().order("o-1", "body", "W-1").waybill("W-2"));
    breaks(Promise.P9, new Events().stored("a").order("o-1", "body", "W-1"));
  }

  private static Events paid() {
    return new Events()
        .submit("a", Outcome.CREATED)
        .row("a", "PAID")
        .moved(1, "ACCEPTED")
        .moved(2, "WAREHOUSE_CHECKED")
        .moved(3, "FEE_CONFIRMED")
        .moved(4, "PAID");
  }

  @Test
  void anExpiredKeyIsRefusedForGood() {
    holds(
        new Events()
            .submit("a", Outcome.CREATED)
            .expire()
            .submit("b", Outcome.EXPIRED)
            .inquire(Outcome.EXPIRED)
            .stored("a"));
    breaks(
        Promise.P10,
        new Events().submit("a", Outcome.CREATED).expire().submit("a", Outcome.REPLAYED));
    breaks(
        Promise.P10,
        new Events().submit("a", Outcome.CREATED).expire().inquire(Outcome.NOT_RECORDED));
    breaks(Promise.P10, new Events().submit("a", Outcome.CREATED).submit("a", Outcome.EXPIRED));
  }

  @Test
  void theEvidenceIsAsShortAsPossible() {
    Events events = new Events();
    for (int i = 0; i < 12; i++) {
      events.submit("b" + i, Outcome.NONE).inquire(Outcome.IN_PROGRESS);
    }
    List<Finding> findings =
        events
            .submit("a", Outcome.CREATED)
            .submit("a", Outcome.REPLAYED)
            .inquire(Outcome.NOT_RECORDED)
            .submit("a", Outcome.REPLAYED)
            .findings();
    assertEquals(2, findings.get(0).evidence().size(), findings::toString);
    assertTrue(findings.get(0).evidence().stream().anyMatch(e -> e.kind() == Kind.INQUIRE));
  }

  @Test
  void aHistoryIsReadAsItWasWritten(@TempDir Path folder) throws Exception {
    List<Event> events = new Events().submit("a", Outcome.CREATED).stored("a").list();
    Path file = folder.resolve("history.jsonl");
    History.write(file, events);
    assertEquals(events, History.read(file));
    assertEquals(events.size(), Files.readAllLines(file).size());
  }
}
