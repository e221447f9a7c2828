package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.BadNetwork.Fault;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.support.ui.Select;

/**
 * What the page tells an applicant is true when it is read, not only when it was written; runs
 * against {@link PackagedService}.
 */
class ApplicantIT extends PersonAtThePage {

  private static final String ARABIC = "\u0634\u062d\u0646 \u0631\u0642\u0645 7 \u202eabc";

  @AfterEach
  void asItWas() {
    browser.beforeEachPage(null);
    browser.width(0);
    browser.print(false);
  }

  @Test
  void resultShowsThePresentStateWhenItIsLookedAtLater() {
    fillIn();
    send();
    var number = number("accepted");
    checked(number);
    browser.driver().navigate().refresh();
    browser.await("#now .status[data-status=WAREHOUSE_CHECKED]");
    assertFalse(browser.body().contains("we check your parcels"), browser::body);
    browser.inspect("accepted-later");

    browser.driver().navigate().back();
    browser.await("#accepted-before .number");
    assertEquals(number, browser.await("#accepted-before .number").getDomAttribute("data-number"));
    browser.inspect("form-accepted-before");
    send();
    assertEquals(number, number("replayed"));
    assertEquals("Your application was already accepted", heading());
    browser.await("#now .status[data-status=WAREHOUSE_CHECKED]");
    assertEquals(1, applications());
  }

  @Test
  void lostAnswerThatThePageRepeatedReadsSimplyAccepted() {
    fillIn();
    network.next(Fault.CUT_AFTER, 1);
    send();
    var number = number("replayed");
    assertEquals("Your application is accepted", heading());
    assertOnce(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name,"
            + " {get() { throw new DOMException('denied', 'SecurityError') }})",
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }"
      })
  void storageBlockedOrFullIsSaidAndStopsNothing(String script) {
    browser.beforeEachPage(script);
    fillIn();
    browser.await("#not-kept");
    send();
    assertOnce(number("accepted"));
    browser.inspect("accepted-not-kept");
  }

  @Test
  void errorsFollowTheLanguageAndGoWhenTheyAreCorrected() {
    browser.open(network.uri());
    browser.await("#send");
    browser.type("#parcels", "3");
    browser.type("#value", "1.5.5");
    send();
    browser.await("#currency-error");
    var english = browser.await("#value-error").getText();
    new Select(browser.await("#language")).selectByValue("ja");
    assertFalse(browser.await("#value-error").getText().contains(english));
    assertTrue(browser.await("#errors").getText().contains("\u56fd\u30fb\u5730\u57df"));
    new Select(browser.await("#language")).selectByValue("en");

    new Select(browser.await("#currency")).selectByValue("JPY");
    browser.awaitTrue("return !document.getElementById('currency-error')");
    assertTrue(browser.await("#value-hint").getText().contains("120."));
    assertFalse(browser.await("#value-hint").getText().contains("120.0"));
    browser.await("#value-error");
    browser.type("#value", "120");
    browser.awaitTrue("return !document.getElementById('value-error')");
    browser.type("#origin", "USA");
    browser.type("#destination", "jp");
    browser.awaitTrue("return document.getElementById('errors').hidden");
    send();
    var number = number("accepted");
    assertEquals(
        "US>JP",
        TestDatabase.value(
            "SELECT origin || '>' || destination FROM shipping_application WHERE id = ?::uuid",
            number));
  }

  @Test
  void errorMovesNoNeighbour() {
    browser.width(1280);
    browser.open(network.uri());
    browser.await("#send");
    var top =
        "return ['#origin', '#destination', '#parcels', '#weight', '#value', '#currency']"
            + ".map(s => Math.round(document.querySelector(s).getBoundingClientRect().top))";
    assertSameRows((List<?>) browser.run(top));
    browser.type("#weight", "x");
    send();
    browser.await("#weight-error");
    assertSameRows((List<?>) browser.run(top));
  }

  private static void assertSameRows(List<?> tops) {
    assertEquals(tops.get(0), tops.get(1), tops::toString);
    assertEquals(tops.get(2), tops.get(3), tops::toString);
    assertEquals(tops.get(4), tops.get(5), tops::toString);
  }

  @Test
  void limitIsToldBeforeItIsReached() {
    browser.open(network.uri());
    browser.await("#send");
    browser.type("#reference", "x".repeat(95));
    assertEquals("5 characters left", browser.await("#reference-counter").getText());
    browser.type("#reference", "x".repeat(103));
    assertEquals("3 characters too many", browser.await("#reference-counter").getText());
    browser.type("#reference", "x");
    browser.awaitTrue("return !document.getElementById('reference-counter')");
  }

  @Test
  void longAndBidirectionalTextNeitherBreaksNorDisguises() {
    fillIn();
    browser.type("#reference", "x".repeat(100));
    browser.run(
        "document.getElementById('name').value = arguments[0];"
            + "document.getElementById('address').value = arguments[1]",
        ARABIC,
        "y".repeat(190));
    send();
    var number = number("accepted");
    browser.inspect("accepted-long");
    browser.await("#outcome ~ .actions a").click();
    browser.await(".stages");
    assertEquals(
        Boolean.TRUE,
        browser.run(
            "return [...document.querySelectorAll('bdi')].some(b => b.textContent.includes(arguments[0]))",
            ARABIC));
    assertTrue(heading().contains("Australia to South Korea"), heading());
    assertTrue(heading().contains(number.substring(number.length() - 8)), heading());
    browser.inspect("detail-long");
    browser.await("nav a[data-view=list]").click();
    browser.await(".card");
    browser.inspect("list-long");
  }

  @Test
  void waitIsCountedDown() {
    fillIn();
    network.next(Fault.DOWN, 0);
    send();
    browser.run("window.seen = new Set()");
    browser.awaitTrue(
        "const text = document.getElementById('progress')?.textContent ?? '';"
            + "const n = /Trying again in (\\d+) s/.exec(text)?.[1];"
            + "if (n) seen.add(n); return seen.size >= 3");
    network.next(Fault.NONE, 0);
    number("accepted", "replayed");
  }

  @Test
  void discardingAsksFirst() {
    fillIn();
    network.login(null);
    send();
    browser.await("[data-kind=signed-out]");
    browser.run(
        "for (const k of Object.keys(localStorage).filter(k => k.startsWith('uketsuke.operation.')))"
            + "{const o = JSON.parse(localStorage[k]); o.sentAt -= 864e5; localStorage[k] = JSON.stringify(o)}");
    network.login(person);
    browser.open(network.uri());
    browser.await("#discarding button").click();
    assertTrue(browser.body().contains("may still arrive"), browser::body);
    browser.inspect("discard-asked");
    browser.await("#discarding button.danger").click();
    browser.awaitTrue("return location.hash === '#/list'");
    assertEquals(0, applications());
  }

  @Test
  void receiptIsPrintedWithoutWhatOnlyAScreenCanDo() {
    fillIn();
    send();
    var number = number("accepted");
    browser.print(true);
    assertEquals(
        List.of("none", "none"),
        browser.run(
            "return ['header', '.actions'].map(s => getComputedStyle(document.querySelector(s)).display)"));
    assertTrue(browser.body().contains(number));
    assertTrue(browser.body().contains("South Korea"));
  }

  /** A dark screen's pale grey would not be seen on white paper. */
  @Test
  void receiptIsBlackOnWhiteFromADarkScreenToo() {
    fillIn();
    send();
    number("accepted");
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of(
                "media",
                "print",
                "features",
                List.of(Map.of("name", "prefers-color-scheme", "value", "dark"))));
    assertEquals(
        List.of("rgb(0, 0, 0)", "rgb(51, 51, 51)", "rgba(0, 0, 0, 0)"),
        browser.run(
            "return [getComputedStyle(document.body).color,"
                + " getComputedStyle(document.querySelector('#outcome dt')).color,"
                + " getComputedStyle(document.getElementById('outcome')).backgroundColor]"));
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setEmulatedMedia", Map.of("media", "", "features", List.of()));
  }

  @Test
  void listOfASlowNetworkIsShownOnce() {
    fillIn();
    send();
    number("accepted");
    browser.beforeEachPage(
        "const real = fetch; window.held = []; window.fetch = (to, how) =>"
            + " String(to).startsWith('/v1/applications?')"
            + " ? new Promise(go => held.push(go)).then(() => real(to, how)) : real(to, how)");
    browser.open(network.uri() + "/#/list");
    browser.driver().navigate().refresh(); // another fragment alone would not load the page anew
    browser.awaitTrue("return window.held?.length === 1");
    browser.run("location.hash = '#/apply'");
    browser.await("#send");
    browser.run("location.hash = '#/list'");
    browser.awaitTrue("return held.length === 2");
    browser.run("held.forEach(go => go())");
    browser.await(".card");
    browser.awaitTrue(
        "return performance.getEntriesByType('resource')"
            + ".filter(e => e.name.includes('/v1/applications?')).length === 2");
    browser.awaitTrue("return !document.querySelector('#more .skeleton')");
    assertEquals(1L, browser.run("return document.querySelectorAll('.card').length"));
  }

  @Test
  void lateAnswerToACancellationLeavesTheFormOnThePage() throws Exception {
    fillIn();
    send();
    var number = number("accepted");
    browser.run("location.hash = '#/application/' + arguments[0]", number);
    browser.await("#cancelling button").click();
    network.next(Fault.HOLD, 1);
    browser.await("#cancelling button.danger").click();
    network.awaitHeld();
    browser.run("location.hash = '#/apply'");
    browser.await("#send");
    network.letGo();
    browser.awaitTrue(
        "return performance.getEntriesByType('resource').some(e => e.name.includes('/cancellation'))");
    browser.runAsync("setTimeout(arguments[0])");
    assertTrue(browser.await("#send").isDisplayed());
  }

  @Test
  void emptyListLeadsToTheForm() {
    browser.open(network.uri() + "/#/list");
    browser.await("#no-cards");
    browser.inspect("list-empty");
    browser.await("#more a").click();
    browser.await("#send");
  }

  @Test
  void titleOfTheFormFollowsTheLanguage() {
    browser.open(network.uri());
    browser.await("#send");
    new Select(browser.await("#language")).selectByValue("ja");
    assertEquals("新しい申込み · Uketsuke", browser.driver().getTitle());
    new Select(browser.await("#language")).selectByValue("en");
  }

  @Test
  void sameEntriesCanBeAppliedForAgain() {
    fillIn();
    browser.type("#weight", "2.5");
    send();
    var first = number("accepted");
    browser.run("location.hash = '#/application/' + arguments[0]", first);
    browser.await(".stages");
    browser.await("#view .actions button.secondary").click();
    browser.await("#send");
    assertEquals("2.5", value("#weight"));
    assertEquals("Australia", value("#origin"));
    send();
    number("accepted");
    assertEquals(2, applications());
  }

  @Test
  void numberIsCopied() {
    fillIn();
    send();
    number("accepted");
    browser.run(
        "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text }}})");
    browser.await("#outcome .copy").click();
    browser.awaitTrue("return document.querySelector('#outcome .copy').textContent === 'Copied'");
    assertEquals(browser.await("#number").getText(), browser.run("return window.copied"));
  }

  @Test
  void headerIsOneRowOnAPhone() {
    fillIn();
    browser.width(360);
    assertEquals(
        Boolean.TRUE,
        browser.run(
            "const boxes = [...document.querySelectorAll('header .brand, header nav a, #language, #sign-out')].filter(n => n.offsetParent)"
                + ".map(n => n.getBoundingClientRect());"
                + "return Math.max(...boxes.map(b => b.top)) < Math.min(...boxes.map(b => b.bottom))"
                + " && boxes.every(b => b.right <= 360)"));
  }

  @Test
  void somethingIsOnThePageBeforeAnyScriptHasRun() {
    browser.beforeEachPage(
        "Object.defineProperty(window, 'fetch', {value: () => new Promise(() => {})})");
    browser.open(network.uri());
    browser.await("#skeleton span");
    assertEquals(Boolean.FALSE, browser.run("return document.getElementById('skeleton').hidden"));
  }

  private String heading() {
    return browser.await("#view h1").getText();
  }

  private static void checked(String number) {
    TestDatabase.update(
        "WITH moved AS (UPDATE shipping_application SET status = 'WAREHOUSE_CHECKED',"
            + " last_step = last_step + 1 WHERE id = ?::uuid RETURNING *)"
            + " INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)"
            + " SELECT account_id, bucket, id, last_step, status, now(), 'warehouse' FROM moved",
        number);
  }
}
