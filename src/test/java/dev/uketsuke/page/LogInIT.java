package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.uketsuke.support.Browser;
import dev.uketsuke.support.Keycloak;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.TestDatabase;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A person's session at a real identity provider: begun, used, expired, ended, and not abused. */
class LogInIT {

  private static Browser browser;
  private static Keycloak keycloak;
  private static PackagedService service;

  @BeforeAll
  static void start() throws Exception {
    browser = Browser.start();
    keycloak = Keycloak.shared();
    TestDatabase.create();
    service = PackagedService.start(keycloak.environment());
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

  /** Cookies do not tell ports apart, so this forgets the session at the provider, too. */
  @AfterEach
  void forgetEverybody() {
    browser.open(service.uri().toString());
    browser.run("localStorage.clear(); sessionStorage.clear()");
    browser.driver().executeCdpCommand("Network.clearBrowserCookies", java.util.Map.of());
  }

  @Test
  void loggedInSubmittedSeenByTokenLoggedOut() throws Exception {
    logIn("alice");
    assertTrue(browser.await("#who").getText().contains("alice"));
    var number = submit();
    // The same person with a bearer token has the same account.
    assertEquals(200, read(number, keycloak.token("alice")));
    assertEquals(404, read(number, keycloak.token("bob")));

    browser.await("#sign-out").click();
    browser.await("#view a[href='/login']").click();
    browser.await("#username"); // ended at the provider, too: it asks who is there
    assertEquals(
        0,
        browser.driver().manage().getCookies().stream()
            .filter(c -> c.getName().startsWith("q_session"))
            .count());
  }

  @Test
  void sessionExpiresInTheMiddleAndNothingIsLost() {
    logIn("alice");
    int before = applications();
    fillIn();
    var key = key();
    for (var cookie : browser.driver().manage().getCookies()) {
      if (cookie.getName().startsWith("q_session")) {
        browser.driver().manage().deleteCookie(cookie);
      }
    }
    browser.await("#send").click();
    browser.await("[data-kind=signed-out]");
    assertEquals(before, applications());
    browser.await("#outcome ~ .actions button").click();
    browser.await("#view a[href='/login']").click();
    // The provider still knows the person, and the page goes on by itself.
    browser.await("[data-kind=accepted] #number, [data-kind=replayed] #number");
    assertEquals(key, key());
    assertEquals(before + 1, applications());
  }

  @Test
  void staffHaveTheirRoleInASession() {
    logIn("staff");
    browser.await("nav a[data-view=table]").click();
    browser.awaitTrue(
        "return document.querySelector('#view h1')?.textContent === 'All applications'");
  }

  @Test
  void otherSitesCannotRideOnTheSession() throws Exception {
    logIn("bob");
    int before = applications();
    // Another port is another origin but the same site: the browser does send the cookie along.
    var evil = HttpServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 0);
    evil.createContext(
        "/",
        exchange -> {
          var page = evilPage(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, page.length);
          exchange.getResponseBody().write(page);
          exchange.close();
        });
    evil.start();
    try {
      for (var trick : List.of("form-token", "form-logout")) {
        browser.open("http://localhost:" + evil.getAddress().getPort() + "/" + trick);
        browser.awaitTrue("return document.body.innerText.includes('cross-site-request')");
      }
      browser.open("http://localhost:" + evil.getAddress().getPort() + "/quiet");
      browser.awaitTrue("return document.title === 'fetch done, image broken'");
    } finally {
      evil.stop(0);
    }
    assertEquals(before, applications());
    assertEquals("0", TestDatabase.value("SELECT count(*) FROM submission_token"));
    browser.open(service.uri().toString());
    assertTrue(browser.await("#who").getText().contains("bob"), "still logged in");
  }

  @Test
  void pagesAreBoundAndProgramsAreNeverRedirected() throws Exception {
    var page = get("/", null);
    var policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
    assertTrue(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"));
    assertEquals(-1, policy.indexOf("unsafe"));
    assertEquals("nosniff", page.headers().firstValue("X-Content-Type-Options").orElseThrow());
    assertEquals(401, get("/v1/account", null).statusCode());
    assertEquals(405, get("/logout", null).statusCode());
    assertNotEquals(302, get("/signed-in", null).statusCode());
  }

  /** Signed by the same provider for the same client, but issued for another use. */
  @Test
  void otherTokensOfTheProviderAreNoAccessTokens() throws Exception {
    assertEquals(200, get("/v1/account", keycloak.token("alice")).statusCode());
    for (var token : List.of(keycloak.idToken("alice"), keycloak.refreshToken("alice"))) {
      var answer = get("/v1/account", token);
      assertEquals(401, answer.statusCode());
      assertEquals("Bearer", answer.headers().firstValue("WWW-Authenticate").orElseThrow());
    }
  }

  private static String evilPage(String path) {
    var target = service.uri().toString();
    return switch (path) {
      case "/form-token" ->
          "<form method=post action='"
              + target
              + "/v1/submission-tokens'></form><script>document.forms[0].submit()</script>";
      case "/form-logout" ->
          "<form method=post action='"
              + target
              + "/logout'></form><script>document.forms[0].submit()</script>";
      default ->
          "<script>const image = new Promise(r => { const i = new Image();"
              + " i.onload = () => r('image loaded'); i.onerror = () => r('image broken'); i.src = '"
              + target
              + "/v1/applications' });"
              + "const post = fetch('"
              + target
              + "/v1/applications', {method: 'POST', mode: 'no-cors',"
              + " credentials: 'include', headers: {'Content-Type': 'text/plain'},"
              + " body: '{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1}'});"
              + "Promise.all([post, image]).then(([, i]) => document.title = 'fetch done, ' + i)</script>";
    };
  }

  private static void logIn(String user) {
    browser.open(service.uri().toString());
    browser.await("#view a[href='/login']").click();
    browser.type("#username", user);
    browser.type("#password", Keycloak.password(user));
    browser.await("#kc-login").click();
    browser.await("#send, #desk-steps"); // an applicant's form, or the desk of staff
  }

  private static void fillIn() {
    browser.await("#send");
    browser.type("#origin", "Japan");
    browser.type("#destination", "Australia");
    browser.type("#parcels", "2");
  }

  private static String submit() {
    fillIn();
    browser.await("#send").click();
    return browser.await("[data-kind=accepted] #number").getText();
  }

  private static String key() {
    return (String)
        browser.run(
            "return JSON.parse(localStorage['uketsuke.operation.' + sessionStorage['uketsuke.current']]).key");
  }

  private static int applications() {
    return Integer.parseInt(TestDatabase.value("SELECT count(*) FROM shipping_application"));
  }

  private static int read(String number, String token) throws Exception {
    return get("/v1/applications/" + number, token).statusCode();
  }

  private static java.net.http.HttpResponse<String> get(String path, String token)
      throws Exception {
    var request = HttpRequest.newBuilder(URI.create(service.uri() + path));
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
  }
}
