package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Browser;
import dev.uketsuke.support.Until;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A newcomer in front of the page of dev mode, in a real browser: every status is within reach of
 * its buttons, and {@code --demo} fills it. Started by {@code .ci/readme-curls}, against the dev
 * mode that runs there.
 */
class DevModeInTheBrowser {

  private static final String BASE = System.getProperty("uketsuke.dev-mode");
  private static final int DEMO_APPLICATIONS = 500;
  private static final List<String> STATUSES =
      List.of(
          "ACCEPTED",
          "WAREHOUSE_CHECKED",
          "FEE_CONFIRMED",
          "PAID",
          "SHIPPED",
          "DELIVERED",
          "CANCELLED",
          "REFUNDED");

  private static Browser browser;

  @BeforeAll
  static void start() throws IOException {
    browser = Browser.start();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  @AfterEach
  void leave() {
    browser.run("sessionStorage.clear()");
  }

  @Test
  void buttonsTakeAnApplicationThroughItsWholeLife() {
    signIn("alice");
    var id = apply();
    assertEquals("204", play("check", "WAREHOUSE_CHECKED"));
    assertEquals("200", play("confirm-fee", "FEE_CONFIRMED"));
    assertEquals("204", play("pay-wrong-amount", "FEE_CONFIRMED"));
    assertEquals("204", play("fail", "FEE_CONFIRMED"));
    browser.inspect("dev-to-pay");
    assertEquals("204, 204", play("pay-twice", "PAID"));
    assertEquals("204", play("pay", "PAID"));
    assertEquals("202, 204, 204", play("deliver-late-and-twice", "DELIVERED"));
    assertEquals(
        Map.of(
            "PAID APPLIED", 1,
            "PAID UNMATCHED AMOUNT_DIFFERS", 1,
            "PAID UNMATCHED ALREADY_PAID", 1,
            "FAILED APPLIED", 1),
        payments(id));
  }

  @Test
  void buttonsShipAndDeliverWithTheWaybillOfTheCarrier() throws Exception {
    signIn("alice");
    var id = apply();
    play("check", "WAREHOUSE_CHECKED");
    play("confirm-fee", "FEE_CONFIRMED");
    assertEquals("204", play("pay", "PAID"));
    Until.holds(
        "waybill",
        () -> get("/v1/applications/" + id).path("waybillNumber").asText().startsWith("LOCAL-"));
    assertEquals("204", play("ship", "SHIPPED"));
    assertTrue(browser.body().contains("LOCAL-"), browser::body);
    assertEquals("204", play("deliver", "DELIVERED"));
    browser.inspect("dev-delivered");
  }

  @Test
  void buttonsRefund() {
    signIn("staff");
    var id = applyAs("bob");
    browser.open(BASE + "/#/application/" + id);
    play("check", "WAREHOUSE_CHECKED");
    play("confirm-fee", "FEE_CONFIRMED");
    play("pay", "PAID");
    assertEquals("204", play("refund", "REFUNDED"));
    browser.inspect("dev-refunded");
  }

  @Test
  void demoDataHasEveryStatus() throws Exception {
    Until.holds(
        "demo data",
        () ->
            STATUSES.stream().allMatch(demo()::containsKey)
                && demo().values().stream().mapToInt(Integer::intValue).sum() >= DEMO_APPLICATIONS);
    signIn("staff");
    browser.awaitTrue(
        "return [...document.querySelectorAll('[data-count]')].every(n => /^[0-9]+[+]?$/.test(n.textContent))");
    browser.await(".chart canvas");
    browser.inspect("dev-desk");
    browser.open(BASE + "/#/table?clientReference=order-*&limit=50");
    browser.await(".dense tbody tr:nth-child(50)");
    browser.inspect("dev-table");
  }

  private static void signIn(String user) {
    browser.open(BASE);
    browser.run("sessionStorage.clear(); location.hash = ''");
    browser.driver().navigate().refresh();
    browser.type("#user", user);
    browser.type("#password", user);
    browser.await("#view form button").click();
    browser.await("#nav");
  }

  /** Fills in the form and opens the application. */
  private static String apply() {
    browser.run("location.hash = '#/apply'");
    browser.type("#origin", "Australia");
    browser.type("#destination", "south korea");
    browser.type("#parcels", "3");
    browser.await("#send").click();
    var id = browser.await("[data-kind=accepted] #number").getText();
    browser.open(BASE + "/#/application/" + id);
    return id;
  }

  /**
   * Presses a button, and returns the statuses that the service answered with, once the application
   * stands at the expected status.
   */
  private static String play(String action, String expected) {
    browser.await("#play [data-play=" + action + "]").click();
    browser.awaitTrue(
        "return /the service answered|did not answer/.test(document.getElementById('played')?.textContent)");
    browser.await("#view > p .status[data-status=" + expected + "]");
    return browser.await("#played").getText().replaceFirst(".*answered (.*)[.]", "$1");
  }

  private static Map<String, Integer> payments(String id) {
    Map<String, Integer> found = new HashMap<>();
    for (var each : get("/v1/payments?applicationId=" + id).path("items")) {
      var words =
          each.path("type").asText()
              + " "
              + each.path("state").asText()
              + (each.hasNonNull("reason") ? " " + each.path("reason").asText() : "");
      found.merge(words, 1, Integer::sum);
    }
    return found;
  }

  private static Map<String, Integer> demo() {
    Map<String, Integer> found = new HashMap<>();
    for (var each : get("/v1/applications/count?clientReference=order-*").path("items")) {
      if (each.path("count").asInt() > 0) {
        found.put(each.path("status").asText(), each.path("count").asInt());
      }
    }
    return found;
  }

  private static String applyAs(String user) {
    var request =
        request(user, "/v1/applications")
            .header("Idempotency-Key", "\"" + UUID.randomUUID() + "\"")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Api.SMALLEST));
    return send(request).path("applicationId").asText();
  }

  private static JsonNode get(String path) {
    return send(request("staff", path));
  }

  private static HttpRequest.Builder request(String user, String path) {
    var credential = (user + ":" + user).getBytes(StandardCharsets.UTF_8);
    return HttpRequest.newBuilder(URI.create(BASE + path))
        .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credential));
  }

  private static JsonNode send(HttpRequest.Builder request) {
    try {
      return new ObjectMapper()
          .readTree(
              HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray()).body());
    } catch (IOException | InterruptedException failure) {
      throw new IllegalStateException("Dev mode does not answer at " + BASE, failure);
    }
  }
}
