package dev.uketsuke.accounts;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

import dev.uketsuke.support.DatabaseResource;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import org.junit.jupiter.api.Test;

/** A provider that comes up after the service. */
@QuarkusTest
@TestProfile(LateProviderTest.OwnStart.class)
@WithTestResource(DatabaseResource.class)
@WithTestResource(ProviderStub.class)
class LateProviderTest {

  /** So that the service starts anew, while the provider is down. */
  public static class OwnStart implements QuarkusTestProfile {}

  @Test
  void isWaitedFor() {
    String token = ProviderStub.sign(ProviderStub.claims().subject("a"));
    given()
        .auth()
        .oauth2(token)
        .get("/edge/who")
        .then()
        .statusCode(503)
        .body("type", equalTo("/problems/temporarily-unavailable"));
    given().get("/problems").then().statusCode(200);
    given()
        .redirects()
        .follow(false)
        .accept("text/html")
        .header("Sec-Fetch-Mode", "navigate")
        .get("/signed-in")
        .then()
        .statusCode(503)
        .contentType("text/html")
        .header("Retry-After", notNullValue());
    ProviderStub.up();
    given().auth().oauth2(token).get("/edge/who").then().statusCode(200);
  }
}
