package dev.uketsuke.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.BadNetwork.Fault;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Payments;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Warehouse;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.support.ui.Select;

/**
 * Staff at the desk find, move and settle, in a real browser; runs against {@link PackagedService}.
 */
class DeskIT extends StaffAtTheDesk {

  @Test
  void deskCountsWhatWaitsAndLeadsToIt() {
    accepted(1);
    browser.open(network.uri());
    browser.awaitTrue(
        "return [...document.querySelectorAll('[data-count]')].every(n => /^[0-9]+[+]?$/.test(n.textContent))"
            + " && document.querySelectorAll('[data-count]').length === 13");
    browser.await("#waiting .heat");
    browser.await(".chart canvas");
    browser.inspect("desk");
    for (var language : List.of("ja", "ko")) {
      new Select(browser.await("#language")).selectByValue(language);
      browser.await("#waiting .heat");
      browser.inspect("desk-" + language);
    }
    new Select(browser.await("#language")).selectByValue("en");
    browser.await("#desk-steps a").click();
    browser.await(".dense tbody tr");
    assertEquals("#/table?status=ACCEPTED&sort=oldest", browser.run("return location.hash"));
  }

  @Test
  void filtersStandInTheAddress() {
    accepted(3);
    openTable("?clientReference=" + mark + "*");
    assertEquals(3, rows());
    browser.type("#f-clientReference", mark + "-1");
    browser.await("#filters button").click();
    browser.awaitTrue("return document.querySelectorAll('.dense tbody tr').length === 1");
    var address = browser.driver().getCurrentUrl();
    browser.driver().navigate().refresh();
    browser.await(".dense tbody tr");
    assertEquals(1, rows());
    assertEquals(mark + "-1", value("#f-clientReference"));
    browser.driver().navigate().back();
    browser.awaitTrue("return document.querySelectorAll('.dense tbody tr').length === 3");
    var left = browser.newTab();
    browser.open(address);
    browser.await(".dense tbody tr");
    assertEquals(1, rows());
    browser.switchTo(left);
  }

  @Test
  void searchThatTheServiceRefusesSaysWhyInTheReadersLanguage() {
    browser.open(network.uri() + "/#/table?origin=Atlantis");
    browser.await("#table-failed");
    assertTrue(
        browser.body().contains("Sent from: this is not one of the possible values"),
        browser::body);
    new Select(browser.await("#language")).selectByValue("ja");
    browser.await("html[lang=ja] #table-failed");
    assertTrue(browser.body().contains("発送元：選べる値ではありません"), browser::body);
    browser.inspect("table-refused-ja");
    new Select(browser.await("#language")).selectByValue("en");
  }

  @Test
  void allParkedMessagesOfAFilterAreSentAgain() {
    var ids = accepted(60);
    var marked = String.join(",", ids);
    TestDatabase.update(
        "UPDATE outbox SET parked_at = now(), attempts = 20, last_error = 'refused'"
            + " WHERE aggregateid = ANY (string_to_array(?, ','))",
        marked);
    browser.open(network.uri() + "/#/items/outgoing?state=PARKED");
    browser.await("#filters");
    new Select(browser.await("#f-destination")).selectByValue("application");
    browser.type("#f-applicationId", ids.get(7));
    browser.await("#filters button").click();
    browser.awaitTrue("return document.querySelectorAll('[data-item]').length === 1");
    browser.await("#all button").click();
    assertEquals("Sent again: 1", browser.await("#resent-count").getText());
    assertEquals(59, parked(marked));
    assertTrue(browser.driver().getCurrentUrl().contains(ids.get(7)));

    browser.driver().navigate().back();
    browser.awaitTrue("return document.querySelectorAll('[data-item]').length === 50");
    browser.inspect("items-outgoing");
    // The answer is lost, and the button is pressed again and again: each is sent again once.
    network.next(Fault.CUT_AFTER, 1);
    browser.run(
        "const b = document.querySelector('#all button'); b.click(); b.click(); b.disabled = false; b.click()");
    browser.await("#resent-count");
    assertEquals(0, parked(marked));
    browser.inspect("items-outgoing-resent");
  }

  private static int parked(String ids) {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM outbox WHERE parked_at IS NOT NULL"
                + " AND aggregateid = ANY (string_to_array(?, ','))",
            ids));
  }

  @Test
  void messageOutIsSettledWithANote() {
    var id = accepted(1).get(0);
    TestDatabase.update(
        "UPDATE outbox SET parked_at = now(), attempts = 20, last_error = 'refused'"
            + " WHERE aggregateid = ?",
        id);
    browser.open(network.uri() + "/#/items/outgoing?state=PARKED&applicationId=" + id);
    browser.await("form.settle input").sendKeys("Told them by telephone");
    browser.await("form.settle button").click();
    browser.await("form.settle .result-moved");
    assertEquals(
        "Told them by telephone",
        TestDatabase.value("SELECT last_error FROM outbox WHERE aggregateid = ?", id));
  }

  @Test
  void rowsAreMovedByKeyboardEachForItself() {
    var ids = accepted(3);
    openTable("?clientReference=" + mark + "*&sort=oldest");
    // Somebody else moves one of them meanwhile.
    Api.at(service.uri(), Tokens.staff())
        .post(Api.APPLICATIONS + "/" + ids.get(1) + "/cancellation")
        .expect(200);
    var first = browser.await(".dense tbody tr");
    first.sendKeys(" ");
    first.sendKeys(Keys.ARROW_DOWN);
    browser.driver().switchTo().activeElement().sendKeys(" ");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_DOWN);
    browser.driver().switchTo().activeElement().sendKeys(" ");
    assertEquals("Chosen: 3", browser.await("#bulk p").getText());
    network.next(Fault.CUT_AFTER, 1);
    browser.await("[data-move=WAREHOUSE_CHECKED]").click();
    browser.awaitTrue("return document.querySelectorAll('.result[data-kind]').length === 3");
    browser.inspect("table-moved");
    assertEquals(
        1, browser.driver().findElements(By.cssSelector(".result[data-kind=refused]")).size());
    assertTrue(browser.body().contains("it stands at “Cancelled”"), browser::body);
    assertEquals("WAREHOUSE_CHECKED", status(ids.get(0)));
    assertEquals("CANCELLED", status(ids.get(1)));
    assertEquals("WAREHOUSE_CHECKED", status(ids.get(2)));
    for (var id : List.of(ids.get(0), ids.get(2))) {
      assertEquals(
          "1",
          TestDatabase.value(
              "SELECT count(*) FROM application_history WHERE application_id = ?::uuid"
                  + " AND status = 'WAREHOUSE_CHECKED'",
              id));
    }
  }

  @Test
  void highFeeIsAskedForTwice() {
    var id = accepted(1).get(0);
    browser.open(network.uri() + "/#/application/" + id);
    browser.await("#staff [data-move=WAREHOUSE_CHECKED]").click();
    browser.await("#staff form.fee input").sendKeys("1250");
    new Select(browser.await("#staff form.fee select")).selectByValue("AUD");
    browser.await("#staff form.fee button").click();
    browser.awaitTrue("return document.body.innerText.includes('is a high fee')");
    assertEquals("WAREHOUSE_CHECKED", status(id));
    browser.inspect("staff-fee");
    browser.await("#staff form.fee button").click();
    browser.await(".status[data-status=FEE_CONFIRMED]");
    assertEquals("FEE_CONFIRMED", status(id));
  }

  @Test
  void paymentThatMatchesNothingIsSettledWithANote() {
    var id = accepted(1).get(0);
    var transaction = PaymentProvider.newTransaction();
    TestDatabase.update("DELETE FROM payment WHERE state = 'UNMATCHED'");
    PaymentProvider.to(service.uri())
        .send(PaymentProvider.event(transaction, UUID.randomUUID().toString(), "PAID"))
        .expect(204);
    browser.open(network.uri() + "/#/items/payments?state=UNMATCHED");
    browser.await(".settle input").sendKeys("Sent back by the bank");
    browser.inspect("items-payments");
    browser.await(".settle button").click();
    browser.await(".settle .result-moved");
    assertTrue(Payments.state(transaction, "PAID").startsWith("SETTLED"));

    PaymentProvider.to(service.uri())
        .send(PaymentProvider.event(PaymentProvider.newTransaction(), id, "PAID"))
        .expect(204);
    browser.open(network.uri() + "/#/application/" + id);
    browser.await("#timeline[data-complete=true]");
    assertTrue(browser.await("#timeline").getText().contains("Payment: Paid"), browser::body);
    assertTrue(browser.await("#timeline").getText().contains("Message out"), browser::body);
    browser.inspect("staff-detail");
    browser.run("location.hash = '#/items/reconciliation'");
    browser.await("#items");
    browser.inspect("items-reconciliation");
  }

  @Test
  void eventThatIsParkedIsTriedAgainSettledAndSeenInTheTimeline() {
    var id = accepted(1).get(0);
    TestDatabase.update("DELETE FROM inbox WHERE state = 'PARKED'");
    var event = "event-" + mark;
    send(event, UUID.randomUUID().toString());
    var card = "[data-item='" + ours("inbox", "message_id", event) + "'] ";
    browser.open(network.uri() + "/#/items/received?state=PARKED");
    browser.await(card + "div.settle button").click();
    browser.await(card + ".result-refused");
    assertTrue(browser.body().contains("There is no such application."), browser::body);
    browser.inspect("items-received");
    // As if the application had been restored.
    TestDatabase.update("UPDATE inbox SET subject = ?::uuid WHERE message_id = ?", id, event);
    browser.await(card + "div.settle button").click();
    browser.await(card + ".result-moved");
    assertEquals("WAREHOUSE_CHECKED", status(id));

    send("early-" + mark, id, "delivered");
    browser.open(network.uri() + "/#/application/" + id);
    browser.await("#timeline[data-complete=true]");
    var timeline = browser.await("#timeline").getText();
    assertTrue(timeline.contains("Warehouse: Parcels checked, Applied"), timeline);
    assertTrue(timeline.contains("Warehouse: Parcels delivered, Too early"), timeline);
  }

  @Test
  void deadLetterIsReadAgainOrSettledAndSeenInTheTimeline() {
    var id = accepted(1).get(0);
    TestDatabase.update("DELETE FROM dead_letter");
    deadLetter(id, "{\"specversion\":\"0.3\",\"note\":\"<b>no markup</b>\"");
    deadLetter(
        id, Warehouse.event("checked", "letter-" + mark, "{\"applicationId\":\"" + id + "\"}"));
    browser.open(network.uri());
    browser.awaitTrue(
        "return document.querySelector('[data-count=\"dead-letters\"]')?.textContent === '2'");
    browser.run("location.hash = '#/items/reconciliation'");
    browser.await("a[href='#/items/dead-letters?state=OPEN']").click();
    browser.awaitTrue("return document.querySelectorAll('.card').length === 2");
    assertTrue(browser.body().contains("<b>no markup</b>"), browser::body);
    browser.inspect("items-dead-letters");
    for (var language : List.of("ja", "ko", "en")) {
      new Select(browser.await("#language")).selectByValue(language);
      browser.awaitTrue("return document.querySelectorAll('.card').length === 2");
      browser.inspect("items-dead-letters-" + language);
    }
    browser.await("[data-all]").click();
    browser.await("#all .result-moved");
    assertEquals("WAREHOUSE_CHECKED", status(id));
    browser.driver().navigate().refresh();
    browser.awaitTrue("return document.querySelectorAll('.card').length === 1");
    browser.await(".settle input").sendKeys("The warehouse has sent it again");
    browser.await("form.settle button").click();
    browser.await("form.settle .result-moved");

    browser.open(network.uri() + "/#/application/" + id);
    browser.await("#timeline[data-complete=true]");
    var timeline = browser.await("#timeline").getText();
    assertTrue(timeline.contains("Unreadable record: Settled"), timeline);
    assertTrue(timeline.contains("Unreadable record: Applied"), timeline);
    assertTrue(
        timeline.contains("Note · by our staff · The warehouse has sent it again"), timeline);
  }

  private void send(String event, String application) {
    send(event, application, "checked");
  }

  private void send(String event, String application, String what) {
    var warehouse = Api.at(service.uri(), Tokens.service());
    var answer =
        warehouse.send(
            warehouse
                .request("/v1/events")
                .header("Content-Type", "application/cloudevents+json")
                .POST(
                    BodyPublishers.ofString(
                        Warehouse.event(
                            what, event, "{\"applicationId\":\"" + application + "\"}"))));
    assertTrue(answer.status() < 300, answer::toString);
  }

  private static void deadLetter(String application, String value) {
    var type = Base64.getEncoder().encodeToString("application/cloudevents+json".getBytes(UTF_8));
    TestDatabase.update(
        "INSERT INTO dead_letter (id, topic, partition, record_offset, digest, record_value,"
            + " headers, reason, application_id) VALUES (gen_random_uuid(), 'warehouse-events', 0, 1,"
            + " decode(md5(?), 'hex'), ?::bytea, ?, 'made by a test', ?::uuid)",
        value,
        value.getBytes(UTF_8),
        "[[\"content-type\",\"" + type + "\"]]",
        application);
  }

  private static String ours(String table, String column, String value) {
    return TestDatabase.value("SELECT id FROM " + table + " WHERE " + column + " = ?", value);
  }

  @Test
  void discrepancyIsSettledWithANoteAndLeavesTheList() {
    var id = accepted(1).get(0);
    var owner = Api.at(service.uri(), Tokens.applicant());
    var moves = new Moves(owner, Api.at(service.uri(), Tokens.staff()), id).feeConfirmed();
    PaymentProvider.to(service.uri())
        .send(
            PaymentProvider.event(PaymentProvider.newTransaction(), moves.applicationId(), "PAID"))
        .expect(204);
    browser.open(network.uri() + "/#/items/reconciliation");
    var item = "[data-item='" + id + "'] ";
    browser.await(item + ".settle input").sendKeys("Ordered by telephone");
    browser.await(item + ".settle button").click();
    browser.await(item + ".settle .result-moved");
    browser.driver().navigate().refresh();
    browser.awaitTrue(
        "return document.getElementById('items')?.getAttribute('data-complete') === 'true'");
    assertEquals(0, browser.driver().findElements(By.cssSelector(item)).size());
  }

  /** The address has a time in UTC, and the field the day where the reader is. */
  @Test
  void daysOfTheSearchStayWhereTheReaderIs() {
    accepted(1);
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setTimezoneOverride", Map.of("timezoneId", "Pacific/Kiritimati"));
    try {
      openTable("?clientReference=" + mark + "*&acceptedFrom=2026-01-01T10:00:00.000Z");
      assertEquals("2026-01-02", value("#f-acceptedFrom"));
      for (int again = 0; again < 2; again++) {
        browser.await("#filters button").click();
        browser.await(".dense tbody tr");
      }
      assertEquals("2026-01-02", value("#f-acceptedFrom"));
      assertTrue(
          browser.driver().getCurrentUrl().contains("2026-01-01T10%3A00%3A00.000Z"),
          browser.driver().getCurrentUrl());
    } finally {
      browser.driver().executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", ""));
    }
  }

  @Test
  void wayBackFromAnApplicationKeepsThePlace() {
    var ids = accepted(3);
    openTable("?clientReference=" + mark + "*");
    browser.await(".dense tbody tr[data-id='" + ids.get(1) + "'] a").click();
    browser.await("#timeline");
    assertTrue(browser.body().contains(applicant.caller().subject()), browser::body);
    browser.await("#view p:last-child a").click();
    browser.await(".dense tbody tr");
    assertEquals("#/table?clientReference=" + mark + "*", browser.run("return location.hash"));
    assertEquals(ids.get(1), browser.run("return document.activeElement.dataset.id"));
  }

  @Test
  void unansweredMovesOfAnotherPersonAreNotRepeated() {
    var id = accepted(1).get(0);
    browser.open(network.uri() + "/#/application/" + id);
    browser.await("#staff [data-move=WAREHOUSE_CHECKED]");
    network.next(Fault.DOWN, 0);
    browser.await("#staff [data-move=WAREHOUSE_CHECKED]").click();
    browser.await("#staff .result-unknown");
    network.next(Fault.NONE, 0);
    network.login(Tokens.staff());
    browser.open(network.uri() + "/#/desk");
    browser.driver().navigate().refresh();
    browser.awaitTrue(
        "return /^[0-9]/.test(document.querySelector('[data-count=ACCEPTED]')?.textContent)");
    assertEquals(0, browser.driver().findElements(By.cssSelector("#moves-unanswered *")).size());
    assertEquals("ACCEPTED", status(id));

    network.login(person);
    browser.driver().navigate().refresh();
    browser.await("#moves-unanswered button").click();
    browser.awaitTrue("return !document.querySelector('#moves-unanswered *')");
    assertEquals("WAREHOUSE_CHECKED", status(id));
  }

  @Test
  void lateAnswerToAMoveLeavesTheReaderWhereTheyAre() throws Exception {
    var id = accepted(1).get(0);
    browser.open(network.uri() + "/#/application/" + id);
    browser.await("#staff [data-move=WAREHOUSE_CHECKED]");
    network.next(Fault.HOLD, 1);
    browser.await("#staff [data-move=WAREHOUSE_CHECKED]").click();
    network.awaitHeld();
    browser.run("location.hash = '#/items/payments?state=APPLIED'");
    browser.await(".tabs");
    network.letGo();
    browser.awaitTrue(
        "return !Object.keys(localStorage).some(name => name.startsWith('uketsuke.move.'))");
    // What the answer would still do is done before a next task.
    browser.runAsync("setTimeout(arguments[0])");
    assertEquals("Payments", browser.await("#view h1").getText());
  }

  @Test
  void whatOthersLeftInTheStorageStopsNothing() {
    browser.open(network.uri());
    browser.await("#desk-steps");
    browser.run("localStorage['uketsuke.move.x'] = '{bad'");
    browser.driver().navigate().refresh();
    browser.awaitTrue(
        "return /^[0-9]/.test(document.querySelector('[data-count=ACCEPTED]')?.textContent)");
    browser.run("localStorage.removeItem('uketsuke.move.x'); location.hash = '#/application/../x'");
    browser.await("#view .notice.bad");
  }

  @Test
  void hoursTellWhatBecameOfSubmissions() {
    var key = Api.newKey();
    applicant.submit(key, Api.SMALLEST).expect(201);
    applicant.submit(key, Api.SMALLEST).expect(200);
    applicant.submit(key, Api.SMALLEST).expect(200);
    applicant.submit(key, Api.OTHER).expect(409);
    browser.open(network.uri() + "/#/desk");
    browser.await("#pictures .legend");
    browser.await("#pictures details summary").click();
    assertEquals(24, browser.driver().findElements(By.cssSelector("#hours tbody tr")).size());
    assertTrue(figures("accepted") >= 1, browser::body);
    assertTrue(figures("replayed") >= 2, browser::body);
    assertTrue(figures("conflict") >= 1, browser::body);
    for (var language : List.of("ja", "ko", "en")) {
      new Select(browser.await("#language")).selectByValue(language);
      browser.await("html[lang=" + language + "] #pictures details summary").click();
      browser.inspect("desk-hours-" + language);
    }
  }

  /** The sum of a column; an hour in which nobody looked counts as nothing. */
  private static long figures(String name) {
    return (Long)
        browser.run(
            "return [...document.querySelectorAll('[data-figure=' + arguments[0] + ']')]"
                + ".reduce((sum, cell) => sum + (Number(cell.textContent) || 0), 0)",
            name);
  }

  /** A canvas keeps what was painted; the picture is painted anew for another width or theme. */
  @Test
  void pictureFitsTheScreenAsItIsNow() {
    accepted(1);
    browser.width(1280);
    browser.open(network.uri() + "/#/desk");
    browser.await(".chart canvas");
    browser.width(360);
    browser.awaitTrue(
        "const c = [...document.querySelectorAll('.chart canvas')];"
            + "return c.length === 2 && c.every(n => n.getBoundingClientRect().right <= 360)");
    browser.width(0);
  }

  @Test
  void longTextNeverScrollsTheTableSideways() {
    applicant
        .submit(
            Api.newKey(),
            "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":999,\"clientReference\":\"%s\"}"
                .formatted(mark + "W".repeat(80)))
        .expect(201);
    openTable("?clientReference=" + mark + "*");
    browser.inspect("table-long");
  }

  @Test
  void applicantsHaveNoDesk() {
    network.login(Tokens.applicant());
    browser.open(network.uri() + "/#/desk");
    browser.awaitTrue("return location.hash === '#/list'");
    assertEquals(
        0,
        browser
            .driver()
            .findElements(By.cssSelector("nav a[data-view=desk]:not([hidden])"))
            .size());
  }

  private int rows() {
    return browser.driver().findElements(By.cssSelector(".dense tbody tr")).size();
  }
}
