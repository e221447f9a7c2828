package dev.uketsuke.applications;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only a caller with a good token of ours is let in, by whatever path. */
@QuarkusTest
@RealParts
class CallerContractTest {

  static Stream<String> badCredentials() {
    var caller = Tokens.applicant();
    return Stream.of(
        "Bearer " + Tokens.expired(caller),
        "Bearer " + Tokens.forAudience(caller, "another"),
        "Bearer " + Tokens.withoutAudience(caller),
        "Bearer " + Tokens.fromIssuer(caller, "https://elsewhere.example"),
        "Bearer " + Tokens.signedByAnother(caller),
        "Bearer " + Tokens.unsigned(caller),
        "Bearer " + caller.token() + "x",
        "Bearer nonsense",
        "Bearer a.b.c",
        "Bearer",
        "Bearer ",
        "Basic YWxpY2U6YWxpY2U=",
        "Digest x");
  }

  @ParameterizedTest
  @MethodSource("badCredentials")
  void badCredentialIs401(String credential) {
    var api = Api.asApplicant();
    var key = newKey();

    var answer =
        api.send(
            api.withoutToken(Api.APPLICATIONS)
                .header("Authorization", credential)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(SMALLEST)));

    answer.expectProblem(401);
    assertNotNull(answer.header("WWW-Authenticate"));
    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  @Test
  void noCredentialIs401() {
    var api = Api.asApplicant();

    for (var path : new String[] {"/v1/applications", "/v1/submissions?idempotencyKey=x"}) {
      var answer =
          api.send(api.withoutToken(path).header("Accept", "text/html").GET()).expectProblem(401);
      assertNotNull(answer.header("WWW-Authenticate"));
    }
  }

  @Test
  void tokenWithoutSubjectIs403() {
    var api = Api.asApplicant();
    var key = newKey();

    api.send(
            api.withoutToken(Api.APPLICATIONS)
                .header("Authorization", "Bearer " + Tokens.withoutSubject())
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(SMALLEST)))
        .expectProblem(403);

    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//v1/applications",
        "/v1//applications",
        "/v1/applications/",
        "/v1/applications;x=1",
        "/%761/applications",
        "/v1/./applications",
        "/x/../v1/applications",
        "/v1/%61pplications",
        "/V1/applications"
      })
  void noSpellingOfThePathGetsPastThePolicy(String path) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    var answer =
        RawHttp.exchange(
            api.base(),
            "POST "
                + path
                + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + "Idempotency-Key: "
                + key
                + "\r\nContent-Length: "
                + SMALLEST.length()
                + "\r\n\r\n"
                + SMALLEST);

    assertTrue(answer.status() >= 400 && answer.status() < 500, answer::toString);
    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  @Test
  void badTokenIsRefusedBeforeTheBodyIsJudged() {
    var api = Api.asApplicant();

    assertNotEquals(
        400,
        api.send(
                api.withoutToken(Api.APPLICATIONS)
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{")))
            .status());
  }
}
