package dev.uketsuke.accounts;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.containsString;

import dev.uketsuke.support.DatabaseResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Behind an ingress that ends TLS, by the settings that docs/ingress.md names. */
@QuarkusTest
@TestProfile(TlsIngressTest.BehindAnIngress.class)
@WithTestResource(DatabaseResource.class)
@WithTestResource(ProviderStub.class)
class TlsIngressTest {

  public static class BehindAnIngress implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "quarkus.http.proxy.proxy-address-forwarding", "true",
          "quarkus.http.proxy.allow-x-forwarded", "true",
          "quarkus.http.proxy.enable-forwarded-host", "true",
          "quarkus.http.proxy.trusted-proxies", "127.0.0.1,::1");
    }
  }

  @BeforeEach
  void providerIsUp() {
    ProviderStub.up();
  }

  @Test
  void logInComesBackToTheOutsideAndItsCookieIsSecure() {
    given()
        .redirects()
        .follow(false)
        .accept("text/html")
        .header("Sec-Fetch-Mode", "navigate")
        .header("X-Forwarded-Proto", "https")
        .header("X-Forwarded-Host", "ship.example")
        .header("X-Forwarded-For", "192.0.2.7")
        .get("/signed-in")
        .then()
        .statusCode(302)
        .header("Location", containsString("redirect_uri=https%3A%2F%2Fship.example%2Fsigned-in"))
        .header("Set-Cookie", containsString("Secure"));
  }

  /** The ingress may rewrite Host; the browser has said that the request is our page's own. */
  @Test
  void pagesOwnPostIsNotCrossSite() {
    given()
        .cookie("q_session", "x")
        .header("Host", "uketsuke.internal")
        .header("Origin", "https://ship.example")
        .header("Sec-Fetch-Site", "same-origin")
        .post("/edge/who")
        .then()
        .statusCode(401);
  }
}
