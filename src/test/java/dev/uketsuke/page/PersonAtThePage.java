package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.support.BadNetwork;
import dev.uketsuke.support.Browser;
import dev.uketsuke.support.Caller;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * A person in front of the page: a real browser, a network that can fail, and the packaged service
 * behind it. Each test is a person of its own.
 */
abstract class PersonAtThePage {

  static Browser browser;
  static PackagedService service;

  Caller person;
  BadNetwork network;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start();
    TestDatabase.create();
    service = PackagedService.start();
  }

  @AfterAll
  static void stop() {
    if (service != null) {
      service.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void somebodyNew() throws Exception {
    person = Tokens.applicant();
    network = new BadNetwork(service.uri(), person);
  }

  @AfterEach
  void hangUp() throws Exception {
    browser.closeTabs();
    network.close();
  }

  void fillIn() {
    browser.open(network.uri());
    fill();
  }

  static void fill() {
    browser.await("#send");
    browser.type("#origin", "Australia");
    browser.type("#destination", "south korea");
    browser.type("#parcels", "3");
  }

  void send() {
    browser.await("#send").click();
  }

  /** The number on the page, once one of these outcomes is shown. */
  String number(String... outcomes) {
    var kinds = new StringBuilder();
    for (var outcome : outcomes) {
      kinds
          .append(kinds.isEmpty() ? "" : ",")
          .append("[data-kind=")
          .append(outcome)
          .append("] #number");
    }
    return browser.await(kinds.toString()).getText();
  }

  String value(String css) {
    return browser.await(css).getDomProperty("value");
  }

  /** The key of this tab's operation, as the browser keeps it. */
  String key() {
    return (String)
        browser.run(
            "return JSON.parse(localStorage['uketsuke.operation.' + sessionStorage['uketsuke.current']]).key");
  }

  int applications() {
    return applications(person);
  }

  static int applications(Caller whose) {
    return Integer.parseInt(
        TestDatabase.value(
            "SELECT count(*) FROM shipping_application WHERE account_id = ?",
            whose.issuer() + "|" + whose.subject()));
  }

  void assertOnce(String number) {
    assertEquals(1, applications());
    assertEquals(
        number,
        TestDatabase.value(
            "SELECT id FROM shipping_application WHERE account_id = ?",
            person.issuer() + "|" + person.subject()));
    assertEquals(
        Rows.ONE,
        Rows.ofKey(
            TestDatabase.value(
                "SELECT idempotency_key FROM shipping_application WHERE id = ?::uuid", number)));
  }
}
