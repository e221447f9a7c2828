package dev.uketsuke.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.uketsuke.support.Browser;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A person tries the API out in Swagger UI of the packaged service, in a real browser. */
class SwaggerUiIT {

  private static final Path ICON =
      Path.of("src/main/resources/META-INF/branding/smallrye-open-api-ui.ico");

  private static final String SUBMIT = "#operations-Applications-submitApplication";
  private static final String INQUIRE = "#operations-Submissions-inquireSubmission";
  private static final String KEY = " tr[data-param-name='Idempotency-Key'] input";
  private static final String ASKED = " tr[data-param-name='idempotencyKey'] input";
  private static final String STATUS = " .live-responses-table tbody .response-col_status";

  private static Browser browser;
  private static PackagedService service;

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

  /** Each test is a person of its own who logs in by a token. */
  @BeforeEach
  void logIn() {
    browser.open(service.uri() + "/q/swagger-ui/");
    browser.run("localStorage.clear(); sessionStorage.clear()");
    browser.driver().navigate().refresh();
    browser.await(".btn.authorize.unlocked").click();
    browser.type("#auth-bearer-value", Tokens.applicant().token());
    browser.await(".auth-btn-wrapper .authorize").click();
    browser.await(".btn-done").click();
    browser.await(".btn.authorize.locked");
  }

  @Test
  void titleAndIconAreOurs() throws Exception {
    assertEquals("Uketsuke API", browser.driver().getTitle());
    assertEquals(
        Files.size(ICON),
        browser.runAsync(
            "const done = arguments[arguments.length - 1];"
                + "fetch(document.querySelector('link[rel=icon]').href)"
                + ".then(answer => answer.arrayBuffer()).then(icon => done(icon.byteLength))"));
  }

  @Test
  void eachTryGetsAFreshKeyAndTheInquiryAsksAboutIt() {
    tryOut(SUBMIT);
    var first = value(SUBMIT + KEY);
    execute(SUBMIT, "201");
    execute(SUBMIT, "200");
    assertEquals(first, value(SUBMIT + KEY), "the same try is a replay");

    tryOut(INQUIRE);
    assertEquals(first, value(INQUIRE + ASKED));
    execute(INQUIRE, "200");
    browser.awaitTrue(
        "return document.querySelector(\"%s .live-responses-table\").textContent.includes('RECORDED')"
            .formatted(INQUIRE));

    browser.await(SUBMIT + " .try-out__btn.cancel").click();
    browser.await(SUBMIT + " .try-out__btn:not(.cancel)").click();
    var second = value(SUBMIT + KEY);
    assertNotEquals(first, second);
    execute(SUBMIT, "201");
    assertEquals(second, value(INQUIRE + ASKED), "the inquiry that is open follows");
  }

  @Test
  void reloadNeitherLogsOutNorForgetsTheKey() {
    tryOut(SUBMIT);
    var key = value(SUBMIT + KEY);
    execute(SUBMIT, "201");
    browser.open(service.uri() + "/q/swagger-ui/");
    browser.await(".btn.authorize.locked");
    tryOut(INQUIRE);
    assertEquals(key, value(INQUIRE + ASKED));
    execute(INQUIRE, "200");
  }

  private static void tryOut(String operation) {
    browser.await(operation + " .opblock-summary-control").click();
    browser.await(operation + " .try-out__btn").click();
    browser.await(operation + " .execute");
  }

  private static void execute(String operation, String status) {
    browser.await(operation + " .execute").click();
    browser.awaitTrue(
        "return document.querySelector(\"%s\")?.textContent.trim() === '%s'"
            .formatted(operation + STATUS, status));
  }

  private static String value(String field) {
    return browser.await(field).getDomProperty("value");
  }
}
