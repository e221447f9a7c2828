package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
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
import org.junit.jupiter.params.provider.CsvSource;
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

  static Stream<byte[]> subjectsThatCannotBeToldApart() {
    return Stream.of(
        // Lone surrogates, as JSON can escape them: question marks once they are stored.
        ascii("a\\ud800"),
        ascii("a\\udfff"),
        ascii("\\udc00\\ud800"),
        ascii("\\ud800a\\udc00"),
        // No UTF-8: replacement characters once they are read.
        new byte[] {'a', (byte) 0xff},
        new byte[] {'a', (byte) 0xfe},
        new byte[] {'a', (byte) 0xed, (byte) 0xa0, (byte) 0x80},
        new byte[] {'a', (byte) 0xc0, (byte) 0xaf},
        ascii("a\\ufffd"),
        ascii("a\\u0000"),
        ascii("a\\u0085"));
  }

  @ParameterizedTest
  @MethodSource("subjectsThatCannotBeToldApart")
  void subjectThatStorageWouldChangeIsNobody(byte[] subject) {
    var key = newKey();

    submit(Tokens.withRawSubject(subject), key).expectProblem(403, "forbidden");

    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  @Test
  void subjectsOfAnyScriptAreAccountsOfTheirOwn() {
    var key = newKey();

    var one = submit(Tokens.withRawSubject(ascii("\\ud83d\\ude00" + key)), key).expect(201);
    var two = submit(Tokens.withRawSubject(ascii("\\ud83d\\ude01" + key)), key).expect(201);
    var again = submit(Tokens.withRawSubject(("\ud83d\ude00" + key).getBytes(UTF_8)), key);

    assertNotEquals(one.applicationId(), two.applicationId());
    assertEquals(one.applicationId(), again.expect(200).applicationId());
  }

  private static Answer submit(String token, String key) {
    var api = Api.asApplicant();
    return api.send(
        api.withoutToken(Api.APPLICATIONS)
            .header("Authorization", "Bearer " + token)
            .header("Idempotency-Key", key)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(SMALLEST)));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//v1/applications",
        "/v1;x=1/applications",
        "/;x=1/v1/applications",
        "/v1/x/../applications",
        "/v1/%2e/applications",
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

  /** The framework looks at media types and methods before it looks at the caller. */
  @ParameterizedTest
  @CsvSource({
    "POST, /v1/applications, text/plain",
    "POST, /v1/applications, nonsense",
    "POST, /v1/submission-tokens, text/plain",
    "PUT, /v1/applications, application/json",
    "DELETE, /v1/applications/x, application/json",
    "PATCH, /v1/submissions, application/json",
    "GET, /v1/nowhere, application/json",
    "POST, /v1, application/json",
  })
  void strangerIsToldToAuthenticateBeforeAnythingElse(String method, String path, String type) {
    var api = Api.asApplicant();
    for (var credential : new String[] {null, "Bearer " + Tokens.expired(api.caller())}) {
      var request =
          api.withoutToken(path)
              .header("Content-Type", type)
              .method(method, BodyPublishers.ofString(SMALLEST));
      if (credential != null) {
        request.header("Authorization", credential);
      }
      var answer = api.send(request).expectProblem(401, "authentication-required");
      assertNotNull(answer.header("WWW-Authenticate"));
    }
  }

  @Test
  void knownCallerIsToldWhatIsWrong() {
    var api = Api.asApplicant();

    api.send(
            api.request(Api.APPLICATIONS)
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString(SMALLEST)))
        .expectProblem(415);
    assertEquals(
        "GET, HEAD, OPTIONS, POST",
        api.send(api.request(Api.APPLICATIONS).PUT(BodyPublishers.ofString(SMALLEST)))
            .expectProblem(405)
            .header("Allow"));
    for (var path : new String[] {"/v1", "/v1/nowhere", "/v1/applications/x/nowhere"}) {
      api.get(path).expectProblem(404, "not-found");
    }
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
