package dev.uketsuke.http;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.PackagedService;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of the configured origins may use the API with a token, and no others. */
class CrossOriginIT {

  private static final String SHOP = "https://shop.example";
  private static final String ALLOW = "Access-Control-Allow-";

  private static PackagedService service;

  private final Api api = Api.at(service.uri(), Tokens.applicant());

  @BeforeAll
  static void start() throws Exception {
    TestDatabase.create();
    service =
        PackagedService.start(
            Map.of("UKETSUKE_CORS_ORIGINS", SHOP + ",http://localhost:3000,http://[::1]:3000"));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {SHOP, "http://localhost:3000", "http://[::1]:3000"})
  void preflightNamesWhatIsAllowed(String origin) throws Exception {
    var answer = preflight(origin).expect(204);

    assertEquals(origin, answer.header(ALLOW + "Origin"));
    assertEquals(Set.of("GET", "HEAD", "POST"), list(answer, ALLOW + "Methods"));
    assertEquals(
        new TreeSet<>(
            Set.of(
                "Authorization",
                "Content-Type",
                "Idempotency-Key",
                "If-None-Match",
                "Request-Id",
                "traceparent")),
        list(answer, ALLOW + "Headers"));
    assertNull(answer.header(ALLOW + "Credentials"));
    assertEquals(0, answer.body().length);
    assertEquals("no-store", answer.header("Cache-Control"));
  }

  @Test
  void submissionAndItsReplayCanBeReadByAConfiguredOrigin() throws Exception {
    var key = newKey();
    for (int status : new int[] {201, 200}) {
      var answer = submit(key, "Origin: " + SHOP).expect(status);
      assertEquals(SHOP, answer.header(ALLOW + "Origin"));
      assertNull(answer.header(ALLOW + "Credentials"));
      assertTrue(
          list(answer, "Access-Control-Expose-Headers")
              .containsAll(
                  Set.of(
                      "Location",
                      "Retry-After",
                      "Idempotent-Replayed",
                      "Idempotency-Expires",
                      "ETag",
                      "Request-Id",
                      "WWW-Authenticate")));
      assertEquals("no-store", answer.header("Cache-Control"));
    }
  }

  /** A page must be able to read why its request was refused. */
  @Test
  void refusalsCanBeReadByAConfiguredOrigin() throws Exception {
    var withoutToken = get("/v1/applications", "Origin: " + SHOP).expect(401);
    assertEquals(SHOP, withoutToken.header(ALLOW + "Origin"));
    var unknown = get("/v1/nowhere", "Origin: " + SHOP).expect(401);
    assertEquals(SHOP, unknown.header(ALLOW + "Origin"));
    var key = newKey();
    submit(key, "Origin: " + SHOP).expect(201);
    var conflict =
        RawHttp.exchange(
                service.uri(),
                RawHttp.submission(api, Api.OTHER, "Idempotency-Key: " + key, "Origin: " + SHOP))
            .expectProblem(409, "idempotency-key-conflict");
    assertEquals(SHOP, conflict.header(ALLOW + "Origin"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "https://shop.example.evil.example",
        "https://shop.example:8443",
        "http://shop.example",
        "https://SHOP.example",
        "https://shop.example/",
        "null",
        "*",
      })
  void anotherOriginIsTreatedAsIfThereWereNoSuchSetting(String origin) throws Exception {
    assertNull(preflight(origin).header(ALLOW + "Origin"));
    var answer = submit(newKey(), "Origin: " + origin).expect(201);
    assertTrue(
        answer.headers().keySet().stream().noneMatch(name -> name.startsWith("access-control-")),
        answer::toString);
  }

  /** The browser adds the cookie by itself, so the origin's being configured does not help. */
  @Test
  void requestThatRidesOnABrowserSessionStaysRefused() throws Exception {
    for (var origin : new String[] {SHOP, "https://evil.example"}) {
      get(
              "/v1/applications",
              "Origin: " + origin,
              "Sec-Fetch-Site: cross-site",
              "Cookie: q_session=x")
          .expectProblem(403, "cross-site-request");
    }
  }

  @Test
  void pagesAndOperatorsAddressesAreForNoOtherSite() throws Exception {
    for (var path : new String[] {"/", "/q/metrics", "/q/health/ready", "/js/main.js"}) {
      assertNull(get(path, "Origin: " + SHOP).expect(200).header(ALLOW + "Origin"), path);
    }
  }

  private Answer submit(String key, String line) throws IOException {
    return RawHttp.exchange(
        service.uri(), RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key, line));
  }

  private static Answer preflight(String origin) throws IOException {
    return exchange(
        "OPTIONS",
        "/v1/applications",
        "Origin: " + origin,
        "Access-Control-Request-Method: POST",
        "Access-Control-Request-Headers: authorization,content-type,idempotency-key");
  }

  private static Answer get(String path, String... lines) throws IOException {
    return exchange("GET", path, lines);
  }

  private static Answer exchange(String method, String path, String... lines) throws IOException {
    return RawHttp.exchange(
        service.uri(),
        method
            + " "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + String.join("\r\n", lines)
            + "\r\n\r\n");
  }

  private static Set<String> list(Answer answer, String name) {
    return new TreeSet<>(Set.of(answer.header(name).split(",")));
  }
}
