package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.BadNetwork.Fault;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import dev.uketsuke.support.Tricks;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;
import org.openqa.selenium.interactions.Actions;

/**
 * A person in front of the page, in a real browser, over a network that fails: whatever happens,
 * one application, and its number on the page.
 */
class PageIT extends PersonAtThePage {

  @Test
  void acceptedAndThenListed() {
    fillIn();
    browser.type("#weight", "2.5");
    browser.type("#name", "김하나");
    browser.inspect("form-filled-in");
    send();
    var number = number("accepted");
    assertOnce(number);
    browser.inspect("accepted");
    browser.await("#outcome ~ .actions a").click();
    browser.await(".stages");
    assertEquals(number, browser.await("#number").getText());
    browser.inspect("detail-accepted");
    browser.await("nav a[data-view=list]").click();
    assertEquals(number, browser.await(".card .number").getDomAttribute("data-number"));
    assertEquals("ACCEPTED", browser.await(".status").getDomAttribute("data-status"));
    browser.inspect("list");
  }

  @Test
  void doubleClickIsHarmless() {
    fillIn();
    new Actions(browser.driver()).doubleClick(browser.await("#send")).perform();
    assertOnce(number("accepted", "replayed"));
  }

  @Test
  void severalClicksInOneTurnOfTheScriptAreHarmless() {
    fillIn();
    browser.run("for (let i = 0; i < 5; i++) document.getElementById('send').click()");
    assertOnce(number("accepted", "replayed"));
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_BEFORE", "CUT_DURING", "CUT_AFTER"})
  void networkCut(Fault fault) {
    fillIn();
    network.next(fault, 1);
    send();
    assertOnce(number(fault == Fault.CUT_AFTER ? "replayed" : "accepted"));
    assertTrue(network.submissions() >= 2);
    if (fault == Fault.CUT_AFTER) {
      browser.inspect("accepted-already");
    }
  }

  @Test
  void reloadWhileInFlight() throws Exception {
    fillIn();
    network.next(Fault.HOLD, 1);
    send();
    network.awaitHeld();
    browser.driver().navigate().refresh();
    assertOnce(number("replayed"));
    assertEquals(1, network.submissions(), "asked, not sent again");
  }

  @Test
  void reloadOfTheFormKeepsContentAndKey() {
    fillIn();
    var key = key();
    browser.driver().navigate().refresh();
    browser.await("#send");
    assertEquals("Australia", value("#origin"));
    assertEquals("3", value("#parcels"));
    assertEquals(key, key());
    browser.inspect("form-restored");
    send();
    assertOnce(number("accepted"));
  }

  @Test
  void backAndSendAgainIsTheSameApplication() {
    fillIn();
    send();
    var first = number("accepted");
    browser.driver().navigate().back();
    send();
    assertEquals(first, number("replayed"));
    assertOnce(first);
  }

  @Test
  void otherContentUnderTheSameOperation() {
    fillIn();
    send();
    var first = number("accepted");
    browser.driver().navigate().back();
    browser.type("#parcels", "4");
    send();
    browser.await("[data-kind=conflict]");
    assertOnce(first);
    browser.inspect("conflict");
    browser.await("#outcome ~ .actions button.secondary").click();
    browser.await("#send");
    assertEquals("4", value("#parcels"));
    send();
    assertNotEquals(first, number("accepted"));
    assertEquals(2, applications());
  }

  @Test
  void secondTabIsAnotherOperation() {
    fillIn();
    var left = browser.newTab();
    fillIn();
    send();
    var second = number("accepted");
    browser.switchTo(left);
    send();
    assertNotEquals(second, number("accepted"));
    assertEquals(2, applications());
  }

  @Test
  void secondTabLooksOnWhileTheFirstIsSending() throws Exception {
    fillIn();
    network.next(Fault.HOLD, 1);
    send();
    network.awaitHeld();
    var left = browser.newTab();
    browser.open(network.uri());
    browser.await("#progress");
    network.letGo();
    var seen = number("accepted", "replayed");
    browser.switchTo(left);
    assertEquals(seen, number("accepted"));
    assertOnce(seen);
    assertEquals(1, network.submissions());
  }

  @Test
  void crashedTabIsTakenUpByTheNext() throws Exception {
    fillIn();
    network.next(Fault.CUT_AFTER, 1_000);
    send();
    browser.await("#progress");
    var left = browser.newTab();
    var fresh = browser.driver().getWindowHandle();
    browser.switchTo(left);
    browser.driver().close();
    browser.switchTo(fresh);
    network.next(Fault.NONE, 0);
    browser.open(network.uri());
    assertOnce(number("accepted", "replayed"));
  }

  @Test
  void sessionExpiresInTheMiddle() {
    fillIn();
    var key = key();
    network.login(null);
    send();
    browser.await("[data-kind=signed-out]");
    browser.inspect("signed-out");
    assertEquals(0, applications());
    browser.await("#outcome ~ .actions button").click();
    browser.await("#view a[href='/login']");
    browser.inspect("sign-in");
    network.login(person);
    browser.open(network.uri());
    assertOnce(number("accepted", "replayed"));
    assertEquals(key, key());
  }

  @Test
  void withoutAnIdentityProviderThePageSaysSo() {
    network.login(null);
    browser.open(network.uri());
    browser.await("#view a[href='/login']").click();
    browser.awaitTrue("return document.body.innerText.includes('public key only')");
    browser.inspect("sign-in-unavailable");
  }

  @Test
  void anotherPersonAtTheSameBrowserNeitherSeesNorSendsIt() {
    fillIn();
    network.login(null);
    send();
    browser.await("[data-kind=signed-out]");
    var other = Tokens.applicant();
    network.login(other);
    browser.open(network.uri());
    browser.await("#send");
    assertEquals("", value("#origin"));
    assertEquals(0, applications(other));
    assertEquals(0, applications());
    network.login(person);
    browser.open(network.uri());
    assertOnce(number("accepted", "replayed"));
  }

  @Test
  void serverRestartedInBetween() throws Exception {
    fillIn();
    try (var first = PackagedService.start()) {
      network.upstream(first.uri());
      Tricks.slowKey(key(), Duration.ofSeconds(3))
          .during(
              () -> {
                send();
                Tricks.awaitSlowWriter();
                first.kill();
              });
    }
    try (var second = PackagedService.start()) {
      network.upstream(second.uri());
      browser.run("dispatchEvent(new Event('online'))");
      assertOnce(number("replayed", "accepted"));
    }
  }

  @Test
  void submissionTokensServeAsKeysWhereTheyAreRequired() throws Exception {
    try (var strict =
        PackagedService.start(Map.of("UKETSUKE_SUBMISSION_TOKENS_REQUIRED", "true"))) {
      network.upstream(strict.uri());
      fillIn();
      send();
      assertOnce(number("accepted"));
      assertTrue(key().startsWith("st_"));

      browser.await("#outcome ~ .actions button").click(); // another one; now the page knows
      browser.await("#send");
      var key = key();
      assertTrue(key.startsWith("st_"));
      TestDatabase.execute("UPDATE submission_token SET expires_at = now() - interval '1 minute'");
      fill();
      send();
      number("accepted");
      assertNotEquals(key, key(), "the token had expired while the form was filled in");
      assertEquals(2, applications());
    }
  }

  @Test
  void unknownIsSaidToBeUnknownUntilItIsKnown() {
    fillIn();
    network.next(Fault.DOWN, 0);
    send();
    browser.awaitTrue("return /attempt 2|Trying again/.test(document.body.innerText)");
    assertTrue(browser.body().contains("We are checking whether your application arrived"));
    browser.inspect("checking");
    browser.await("[data-kind=unknown]");
    assertTrue(browser.body().contains("We are checking whether your application arrived"));
    browser.inspect("unknown");
    network.next(Fault.NONE, 0);
    browser.await("#outcome ~ .actions button").click();
    assertOnce(number("accepted"));
  }

  @Test
  void notArrivedIsSentAgainOnlyWhenThePersonSaysSo() {
    fillIn();
    network.login(null);
    send();
    browser.await("[data-kind=signed-out]");
    // A day later: perhaps it has long been settled otherwise.
    browser.run(
        "for (const k of Object.keys(localStorage).filter(k => k.startsWith('uketsuke.operation.')))"
            + "{const o = JSON.parse(localStorage[k]); o.sentAt -= 864e5; localStorage[k] = JSON.stringify(o)}");
    network.login(person);
    browser.open(network.uri());
    browser.await("[data-kind=not-recorded]");
    browser.inspect("not-arrived");
    assertEquals(0, applications());
    browser.await("#outcome ~ .actions button.primary").click();
    assertOnce(number("accepted"));
  }

  @Test
  void expiredKeyIsNotASecondApplication() {
    fillIn();
    send();
    var number = number("accepted");
    TestDatabase.update(
        "UPDATE shipping_application SET accepted_at = accepted_at - interval '2 years',"
            + " key_expires_at = key_expires_at - interval '2 years' WHERE id = ?::uuid",
        number);
    browser.driver().navigate().back();
    send();
    browser.await("[data-kind=expired]");
    browser.inspect("expired");
    assertEquals(1, applications());
  }

  @Test
  void mistakesAreShownNextToTheFields() {
    browser.open(network.uri());
    browser.await("#send");
    browser.type("#origin", "Atlantis");
    browser.type("#parcels", "1.5");
    browser.type("#weight", "2.0001");
    browser.type("#value", "-1");
    send();
    for (var field : List.of("origin", "destination", "parcels", "weight", "currency")) {
      browser.await("#" + field + "-error");
      assertEquals("true", browser.await("#" + field).getDomAttribute("aria-invalid"));
    }
    browser.inspect("form-mistakes");
    assertEquals(0, network.submissions());
  }

  @Test
  void refusedByTheServiceKeepsTheKeyAndTheForm() {
    fillIn();
    var key = key();
    browser.type("#reference", "x".repeat(101));
    send();
    browser.await("#reference-error");
    browser.inspect("refused");
    assertEquals("Australia", value("#origin"));
    browser.type("#reference", "order 7");
    send();
    assertOnce(number("accepted"));
    assertEquals(key, key());
  }

  @Test
  void shippedLooksDifferentFromAccepted() {
    fillIn();
    send();
    var number = number("accepted");
    TestDatabase.update(
        "INSERT INTO application_history (account_id, bucket, application_id, step, status, at, by)"
            + " SELECT account_id, bucket, id, n, s, now(), b FROM (VALUES"
            + " (2, 'WAREHOUSE_CHECKED', 'warehouse'), (3, 'FEE_CONFIRMED', 'staff'),"
            + " (4, 'PAID', 'payment'), (5, 'SHIPPED', 'warehouse')) v(n, s, b),"
            + " shipping_application WHERE id = ?::uuid",
        number);
    TestDatabase.update(
        "UPDATE shipping_application SET status = 'SHIPPED', last_step = 5 WHERE id = ?::uuid",
        number);
    browser.open(network.uri() + "/#/application/" + number);
    var badge = browser.await(".status");
    assertEquals("SHIPPED", badge.getDomAttribute("data-status"));
    assertEquals(5, browser.driver().findElements(By.cssSelector(".stages .reached")).size());
    browser.inspect("detail-shipped");
    browser.run("location.hash = '#/list'");
    browser.await(".card .status.moving");
    browser.inspect("list-shipped");
  }

  @Test
  void cancelledOnceThoughTheAnswerIsLost() {
    fillIn();
    send();
    var number = number("accepted");
    browser.await("#outcome ~ .actions a").click();
    browser.await("#cancelling button").click();
    browser.inspect("detail-cancel-asked");
    network.next(Fault.CUT_AFTER, 1);
    browser.await("#cancelling button.danger").click();
    browser.await("#notice.good");
    assertEquals("CANCELLED", browser.await(".status").getDomAttribute("data-status"));
    browser.inspect("detail-cancelled");
    assertEquals(
        "1",
        TestDatabase.value(
            "SELECT count(*) FROM application_history WHERE application_id = ?::uuid"
                + " AND status = 'CANCELLED'",
            number));
  }

  @ParameterizedTest
  @EnumSource(Language.class)
  void inTheReadersLanguage(Language language) {
    fillIn();
    new org.openqa.selenium.support.ui.Select(browser.await("#language"))
        .selectByValue(language.name());
    assertEquals(language.australia, value("#origin"));
    assertEquals(language.name(), browser.await("html").getDomAttribute("lang"));
    browser.inspect("form-" + language);
    send();
    assertOnce(number("accepted"));
    browser.inspect("accepted-" + language);
    browser.driver().navigate().refresh();
    assertEquals(language.name(), browser.await("html").getDomAttribute("lang"));
  }

  enum Language {
    ja("オーストラリア"),
    ko("오스트레일리아");

    private final String australia;

    Language(String australia) {
      this.australia = australia;
    }
  }

  @Test
  void nothingComesFromElsewhereAndNothingInlineRuns() {
    fillIn();
    var elsewhere =
        browser.run(
            "return performance.getEntriesByType('resource').map(e => e.name)"
                + ".filter(n => !n.startsWith(location.origin))");
    assertEquals(List.of(), elsewhere);
    browser.run(
        "const s = document.createElement('script'); s.textContent = 'window.smuggled = true';"
            + "document.body.append(s)");
    assertEquals(Boolean.TRUE, browser.run("return window.smuggled === undefined"));
  }
}
