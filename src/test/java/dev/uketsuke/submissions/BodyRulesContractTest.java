package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which bodies are accepted, and which of them are the same content. */
@QuarkusTest
@RealParts
class BodyRulesContractTest {

  private static final int LIMIT = 64 * 1024;

  @ParameterizedTest
  @MethodSource("dev.uketsuke.submissions.Bodies#valid")
  void acceptedAndReplayed(String body) {
    var api = Api.asApplicant();
    var key = newKey();

    var created = api.submit(key, body).expect(201);

    SubmitContractTest.assertReplay(created, api.submit(key, body));
  }

  @ParameterizedTest
  @MethodSource("dev.uketsuke.submissions.Bodies#invalid")
  void refusedWithoutATrace(String body) {
    refusedWithoutATrace(body.getBytes(StandardCharsets.UTF_8));
  }

  private static void refusedWithoutATrace(byte[] body) {
    var api = Api.asApplicant();
    var key = newKey();

    api.submit(key, body, "application/json").expectProblem(400);

    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
  }

  @ParameterizedTest
  @MethodSource("dev.uketsuke.submissions.Bodies#same")
  void sameContentIsReplayed(String one, String other) {
    var api = Api.asApplicant();
    var key = newKey();

    var created = api.submit(key, one).expect(201);

    SubmitContractTest.assertReplay(created, api.submit(key, other));
  }

  @ParameterizedTest
  @MethodSource("dev.uketsuke.submissions.Bodies#different")
  void differentContentIsAConflict(String one, String other) {
    var api = Api.asApplicant();
    var key = newKey();

    api.submit(key, one).expect(201);

    api.submit(key, other).expectProblem(409, "idempotency-key-conflict");
  }

  @Test
  void everyBrokenRuleIsNamedAtOnce() {
    var problem =
        Api.asApplicant()
            .submit(
                newKey(),
                "{\"origin\":\"xx\",\"parcels\":0,\"recipient\":{\"addressLines\":[\"a\",7]},\"more\":1}")
            .expectProblem(400);

    var fields = new ArrayList<String>();
    problem.json().path("violations").forEach(v -> fields.add(v.path("field").asText()));
    Collections.sort(fields);
    assertEquals(
        "[destination, more, origin, parcels, recipient.addressLines[1]]",
        fields.toString(),
        problem::toString);
  }

  @Test
  void malformedBytesAreRefused() {
    refusedWithoutATrace(("\uFEFF" + SMALLEST).getBytes(StandardCharsets.UTF_8)); // byte order mark
    refusedWithoutATrace(("\uFEFF" + SMALLEST).getBytes(StandardCharsets.UTF_16BE));
    refusedWithoutATrace(SMALLEST.getBytes(StandardCharsets.UTF_16LE));
    var named =
        "{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1,\"clientReference\":\"\u00e9\"}";
    refusedWithoutATrace(named.getBytes(StandardCharsets.ISO_8859_1)); // not UTF-8
    refusedWithoutATrace(new byte[0]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/xml",
        "multipart/form-data"
      })
  void otherContentTypesAreRefused(String type) {
    var api = Api.asApplicant();
    var key = newKey();

    api.submit(key, SMALLEST.getBytes(StandardCharsets.UTF_8), type).expectProblem(415);

    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  /** RFC 9110 §8.3.1 and §5.6.6. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json ;charset=utf-8",
        "application/json ; charset=utf-8",
        "application/json\t ;\tcharset=utf-8",
        "application/json ",
        "application/json;charset=utf-8 ; x=y",
        "application/json;charset=\"UTF-8\"",
        "application/json; Charset=Utf-8",
        "APPLICATION/Json",
        "application/json;",
        "application/json;;charset=utf-8;",
        "application/json; x=\"a ;b\\\"c\"",
        "application/json ; profile=\"https://example.org/a\"; q=1"
      })
  void everySpellingOfJsonIsTaken(String type) throws Exception {
    var api = Api.asApplicant();

    RawHttp.exchange(
            api.base(),
            RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + newKey())
                .replace("application/json", type))
        .expect(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application /json",
        "application/ json",
        "application/json x",
        "application/json x;charset=utf-8",
        "text/plain ;application/json",
        "\"application/json\"",
        "application/json, text/plain"
      })
  void whatOnlyLooksLikeJsonIsNot(String type) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    RawHttp.exchange(
            api.base(),
            RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key)
                .replace("application/json", type))
        .expectProblem(415);

    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  @Test
  void noContentTypeIsRefused() {
    var api = Api.asApplicant();
    var key = newKey();

    for (String type : new String[] {null, "*/*", "application/*"}) {
      api.submit(key, SMALLEST.getBytes(StandardCharsets.UTF_8), type).expectProblem(415);
    }

    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  @Test
  void charsetOfJsonIsIgnored() {
    Api.asApplicant()
        .submit(
            newKey(), SMALLEST.getBytes(StandardCharsets.UTF_8), "application/json; charset=utf-8")
        .expect(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json;charset=",
        "application/json;charset=nonsense",
        "application/json;charset=utf-16",
        "application/json;q=",
        "a,,b",
        "application/json,,text/html"
      })
  void unreadableAcceptFieldDoesNotChangeTheAnswer(String accept) {
    var api = Api.asApplicant();
    var key = newKey();

    var created =
        api.send(
                api.request("/v1/applications")
                    .header("Idempotency-Key", key)
                    .header("Content-Type", "application/json")
                    .header("Accept", accept)
                    .POST(BodyPublishers.ofString(SMALLEST)))
            .expect(201);

    SubmitContractTest.assertReplay(created, api.submit(key, SMALLEST));
    for (var path : new String[] {"/v1/applications", "/v1/submissions?idempotencyKey=" + key}) {
      api.send(api.request(path).header("Accept", accept).GET()).expect(200);
    }
  }

  @Test
  void bodyLimitIs64KiB() {
    var api = Api.asApplicant();
    var key = newKey();
    var fits = (SMALLEST + " ".repeat(LIMIT - SMALLEST.length())).getBytes(StandardCharsets.UTF_8);
    var tooLong =
        (SMALLEST + " ".repeat(LIMIT + 1 - SMALLEST.length())).getBytes(StandardCharsets.UTF_8);

    api.submit(key, tooLong, "application/json").expectProblem(413);
    api.submitChunked(key, tooLong).expectProblem(413);
    assertEquals(Rows.NONE, Rows.ofKey(key));

    var created = api.submit(key, fits, "application/json").expect(201);
    SubmitContractTest.assertReplay(created, api.submitChunked(key, fits));
  }

  @Test
  void chunkedBodyIsReadWhole() {
    var api = Api.asApplicant();

    api.submitChunked(newKey(), SMALLEST.getBytes(StandardCharsets.UTF_8)).expect(201);
    api.submitChunked(newKey(), new byte[0]).expectProblem(400);
  }

  @Test
  void deepNestingIsRefused() {
    var answer =
        Api.asApplicant()
            .submit(newKey(), "{\"recipient\":" + "[".repeat(30_000) + "]".repeat(30_000) + "}");

    answer.expectProblem(400);
    assertTrue(answer.body().length < 10_000);
  }
}
