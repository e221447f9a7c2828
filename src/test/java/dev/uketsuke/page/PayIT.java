package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.Moves;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.PaymentProvider;
import dev.uketsuke.support.Tokens;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.support.ui.Select;

/**
 * While the fee is to be paid it is the applicant's turn, and the page says so, with the sum and
 * the way; runs against {@link PackagedService}.
 */
class PayIT extends PersonAtThePage {

  @AfterEach
  void inEnglishAgain() {
    new Select(browser.await("#language")).selectByValue("en");
  }

  @Test
  void feeToBePaidStandsOutUntilItIsPaid() {
    fillIn();
    send();
    var id = number("accepted");
    var moves = moves(service.uri(), id).feeConfirmed();
    browser.driver().navigate().refresh();
    browser.await("#pay .sum");
    browser.inspect("accepted-to-pay");

    browser.open(network.uri() + "/#/application/" + id);
    assertEquals("12.50 AUD", browser.await("#pay .sum").getText());
    assertEquals("Pay by card or by bank transfer.", browser.await("#pay .how").getText());
    assertEquals(
        "https://pay.example/" + id + "?amount=12.50&currency=AUD",
        browser.await("#pay a.button").getDomAttribute("href"));
    browser.inspect("detail-to-pay");
    for (var language : List.of("ja", "ko")) {
      new Select(browser.await("#language")).selectByValue(language);
      browser.await("html[lang=" + language + "] #pay .sum");
      browser.inspect("detail-to-pay-" + language);
    }
    // Korean has no text of its own here, so the text for all others stands there.
    assertEquals("Pay by card or by bank transfer.", browser.await("#pay .how").getText());
    new Select(browser.await("#language")).selectByValue("ja");
    browser.awaitTrue(
        "return document.querySelector('#pay .how')?.textContent.startsWith('カードまたは')");

    browser.run("location.hash = '#/list'");
    browser.await(".card.to-pay .turn");
    assertTrue(browser.await(".card.to-pay .turn").getText().contains("12.50 AUD"));
    browser.inspect("list-to-pay-ja");

    PaymentProvider.to(service.uri())
        .send(
            PaymentProvider.event(PaymentProvider.newTransaction(), moves.applicationId(), "PAID"))
        .expect(204);
    browser.open(network.uri() + "/#/application/" + id);
    browser.await(".status[data-status=PAID]");
    assertNothingToPay();
    browser.run("location.hash = '#/list'");
    browser.await(".card .status[data-status=PAID]");
    assertEquals(0, browser.driver().findElements(By.cssSelector(".to-pay")).size());
  }

  @Test
  void withoutAConfiguredWayTheOperatorIsSaidToTellIt() throws Exception {
    try (var plain =
        PackagedService.start(
            Map.of(
                "UKETSUKE_PAYMENTS_PAGE", "",
                "UKETSUKE_PAYMENTS_TEXT", "",
                "UKETSUKE_PAYMENTS_TEXT_JA", ""))) {
      network.upstream(plain.uri());
      fillIn();
      send();
      var id = number("accepted");
      moves(plain.uri(), id).feeConfirmed();
      browser.open(network.uri() + "/#/application/" + id);
      assertEquals("12.50 AUD", browser.await("#pay .sum").getText());
      assertTrue(browser.body().contains("The operator of this service sends you"), browser::body);
      assertEquals(0, browser.driver().findElements(By.cssSelector("#pay a")).size());
      assertFalse(
          Api.at(plain.uri(), person)
              .get(Api.APPLICATIONS + "/" + id)
              .expect(200)
              .json()
              .has("payment"));
      browser.inspect("detail-to-pay-by-operator");
    }
  }

  /** Whoever looks at it for the applicant has nothing to pay. */
  @Test
  void staffAreNotAskedToPay() {
    fillIn();
    send();
    var id = number("accepted");
    moves(service.uri(), id).feeConfirmed();
    network.login(Tokens.staff());
    browser.open(network.uri() + "/#/application/" + id);
    browser.driver().navigate().refresh(); // so that the page asks again who is signed in
    browser.await("#timeline");
    assertNothingToPay();
  }

  private static void assertNothingToPay() {
    assertEquals(0, browser.driver().findElements(By.id("pay")).size());
  }

  private Moves moves(URI at, String id) {
    return new Moves(Api.at(at, person), Api.at(at, Tokens.staff()), id);
  }
}
