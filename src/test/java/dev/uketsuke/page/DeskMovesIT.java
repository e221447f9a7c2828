package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.BadNetwork.Fault;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.interactions.Actions;

/**
 * Moves at the desk are made once, whatever hands and networks do, in a real browser; runs against
 * {@link PackagedService}.
 */
class DeskMovesIT extends StaffAtTheDesk {

  /** More often than the page asks by itself. */
  private static final int ALWAYS = 1000;

  @Test
  void parcelsAreShippedAndDelivered() {
    var id = paid(accepted(1).get(0));
    openApplication(id);
    for (var status : List.of("SHIPPED", "DELIVERED")) {
      browser.await("#staff [data-move=" + status + "]").click();
      browser.await(".status[data-status=" + status + "]");
      assertMovedOnce(id, status);
    }
    assertEquals(0, browser.driver().findElements(By.cssSelector("#staff")).size());
    browser.await("#timeline[data-complete=true]");
    browser.inspect("staff-delivered");
  }

  @Test
  void manyAreCancelledEachForItself() {
    var ids = accepted(4);
    openTable("?clientReference=" + mark + "*&sort=oldest");
    // Others go on meanwhile with all but the first.
    moves(ids.get(1)).cancel(applicant).expect(200);
    paid(ids.get(2));
    moves(ids.get(3)).to("WAREHOUSE_CHECKED").expect(200);
    browser.width(1280); // narrower pages show cards, which have no heading
    browser.await(".dense thead input").click();
    browser.await("[data-move=CANCELLED]").click();
    assertEquals("Yes, cancel 4", browser.await("[data-move=CANCELLED-yes]").getText());
    browser.inspect("table-cancel-ask");
    assertEquals("ACCEPTED", status(ids.get(0)));
    browser.await("[data-move=CANCELLED-yes]").click();
    browser.awaitTrue("return document.querySelectorAll('.result[data-kind]').length === 4");
    assertEquals("moved: Done", result(ids.get(0)));
    assertEquals("replayed: Was done before", result(ids.get(1)));
    assertEquals("refused: Refused: it stands at “Paid”", result(ids.get(2)));
    assertEquals("moved: Done", result(ids.get(3)));
    assertEquals("PAID", status(ids.get(2)));
    for (var id : List.of(ids.get(0), ids.get(1), ids.get(3))) {
      assertMovedOnce(id, "CANCELLED");
    }
    browser.inspect("table-cancelled");
  }

  @Test
  void doubleClickMovesOnce() {
    var id = accepted(1).get(0);
    openApplication(id);
    var check = browser.await("#staff [data-move=WAREHOUSE_CHECKED]");
    new Actions(browser.driver()).doubleClick(check).perform();
    browser.await(".status[data-status=WAREHOUSE_CHECKED]");
    assertMovedOnce(id, "WAREHOUSE_CHECKED");
  }

  /** The next move's button stands where the first one's stood before the second click comes. */
  @Test
  void secondClickOfADoubleClickDoesNotMakeTheNextMove() {
    var id = paid(accepted(1).get(0));
    openApplication(id);
    click("#staff [data-move=SHIPPED]", 1);
    browser.await("#staff [data-move=DELIVERED]");
    network.next(Fault.HOLD, ALWAYS); // a move that is asked for would stay open
    click("#staff [data-move=DELIVERED]", 2);
    assertNothingAskedFor();
    assertEquals("SHIPPED", status(id));
    network.next(Fault.NONE, 0);
    click("#staff [data-move=DELIVERED]", 1);
    browser.await(".status[data-status=DELIVERED]");
  }

  @Test
  void secondClickOfADoubleClickDoesNotConfirmACancellation() {
    var id = accepted(1).get(0);
    openTable("?clientReference=" + mark + "*");
    browser.await(".dense tbody input").click();
    network.next(Fault.HOLD, ALWAYS);
    click("[data-move=CANCELLED]", 1);
    click("[data-move=CANCELLED-yes]", 2);
    assertNothingAskedFor();
    assertEquals("ACCEPTED", status(id));
  }

  @Test
  void moveWhoseAnswersAreLostIsKeptUntilItsOutcomeIsKnown() {
    var id = accepted(1).get(0);
    openApplication(id);
    browser.await("#staff [data-move=WAREHOUSE_CHECKED]");
    network.next(Fault.CUT_AFTER, ALWAYS);
    browser.await("#staff [data-move=WAREHOUSE_CHECKED]").click();
    browser.await("#staff .result-unknown");
    assertMovedOnce(id, "WAREHOUSE_CHECKED");
    assertEquals(List.of("uketsuke.move." + id + ".WAREHOUSE_CHECKED"), asked());

    network.next(Fault.NONE, 0);
    browser.run("location.hash = '#/desk'");
    browser.await("#moves-unanswered button");
    browser.inspect("desk-unanswered");
    browser.await("#moves-unanswered button").click();
    browser.awaitTrue("return !document.querySelector('#moves-unanswered *')");
    assertEquals(List.of(), asked());
    assertMovedOnce(id, "WAREHOUSE_CHECKED");
  }

  private void openApplication(String id) {
    browser.open(network.uri() + "/#/application/" + id);
    browser.await("#staff");
  }

  private Moves moves(String id) {
    return new Moves(applicant, Api.at(service.uri(), Tokens.staff()), id);
  }

  private String paid(String id) {
    moves(id).feeConfirmed();
    PaymentProvider.to(service.uri())
        .send(PaymentProvider.event(PaymentProvider.newTransaction(), id, "PAID"))
        .expect(204);
    return id;
  }

  private static String result(String id) {
    return (String)
        browser.run(
            "const cell = document.querySelector(`[data-id='${arguments[0]}'] .result`);"
                + "return cell.dataset.kind + ': ' + cell.textContent",
            id);
  }

  /** Presses and lets go of the mouse over an element; the count is that of a double click. */
  private static void click(String css, int count) {
    browser.await(css);
    var middle =
        (Map<?, ?>)
            browser.run(
                "const node = document.querySelector(arguments[0]);"
                    + "node.scrollIntoView({block: 'center'});"
                    + "const box = node.getBoundingClientRect();"
                    + "return {x: box.x + box.width / 2, y: box.y + box.height / 2}",
                css);
    for (var type : List.of("mousePressed", "mouseReleased")) {
      Map<String, Object> event = new HashMap<>();
      event.put("type", type);
      event.put("x", middle.get("x"));
      event.put("y", middle.get("y"));
      event.put("button", "left");
      event.put("clickCount", count);
      browser.driver().executeCdpCommand("Input.dispatchMouseEvent", event);
    }
  }

  /** A move is stored before it is asked for, and removed once it is answered. */
  private static void assertNothingAskedFor() {
    browser.runAsync("setTimeout(arguments[0])");
    assertEquals(List.of(), asked());
  }

  private static List<?> asked() {
    return (List<?>)
        browser.run(
            "return Object.keys(localStorage).filter(name => name.startsWith('uketsuke.move.'))");
  }

  private static void assertMovedOnce(String id, String status) {
    assertEquals(
        "1",
        TestDatabase.value(
            "SELECT count(*) FROM application_history WHERE application_id = ?::uuid"
                + " AND kind = 'MOVE' AND status = ?",
            id,
            status));
  }
}
