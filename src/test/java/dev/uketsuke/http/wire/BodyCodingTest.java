package dev.uketsuke.http.wire;

import static dev.uketsuke.support.Api.SMALLEST;
import static dev.uketsuke.support.Api.newKey;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Rows;
import io.quarkus.test.junit.QuarkusTest;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A body is JSON text in UTF-8, as it is, and what is wrong with it is told within bounds. */
@QuarkusTest
@RealParts
class BodyCodingTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"gzip", "deflate", "br", "identity, gzip", "gzip, identity", "x", "aws-chunked"})
  void encodedBodyIsRefused(String coding) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    var answer =
        RawHttp.exchange(
                api.base(),
                RawHttp.submission(
                    api, SMALLEST, "Idempotency-Key: " + key, "Content-Encoding: " + coding))
            .expectProblem(415, "unsupported-media-type");

    assertEquals("identity", answer.header("Accept-Encoding"));
    assertEquals(Rows.NONE, Rows.ofKey(key));
    api.submit(key, SMALLEST).expect(201);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity", "Identity", "identity, identity", ""})
  void plainBodyIsTaken(String coding) throws Exception {
    var api = Api.asApplicant();
    RawHttp.exchange(
            api.base(),
            RawHttp.submission(
                api, SMALLEST, "Idempotency-Key: " + newKey(), "Content-Encoding: " + coding))
        .expect(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "charset=iso-8859-1",
        "charset=utf-16",
        "charset=\"us-ascii\"",
        "CHARSET=latin1",
        "charset=",
        "charset=nonsense",
        "charset=utf-8; charset=utf-16",
        "x=\"a\"; charset=utf-16"
      })
  void otherCharsetIsRefused(String parameter) throws Exception {
    var api = Api.asApplicant();
    var key = newKey();

    RawHttp.exchange(
            api.base(),
            RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + key)
                .replace("application/json", "application/json; " + parameter))
        .expectProblem(415, "unsupported-media-type");

    assertEquals(Rows.NONE, Rows.ofKey(key));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"charset=UTF-8", "charset=\"utf-8\"", "x=\";charset=latin1\"", "xcharset=a"})
  void utf8IsTaken(String parameter) throws Exception {
    var api = Api.asApplicant();
    RawHttp.exchange(
            api.base(),
            RawHttp.submission(api, SMALLEST, "Idempotency-Key: " + newKey())
                .replace("application/json", "application/json; " + parameter))
        .expect(201);
  }

  @Test
  void listOfViolationsIsBounded() {
    var members =
        IntStream.range(0, 4_000)
            .mapToObj(i -> "\"m%d\":%d".formatted(i, i))
            .collect(Collectors.joining(","));

    var answer = Api.asApplicant().submit(newKey(), "{" + members + "}").expectProblem(400);

    assertTrue(answer.body().length < 4_000, answer::toString);
    assertEquals(20, answer.json().path("violations").size());
    assertEquals(4_000 + 3 - 20, answer.json().path("violationsOmitted").asInt());
  }

  @Test
  void violationHasACodeForPrograms() {
    var answer =
        Api.asApplicant()
            .submit(
                newKey(),
                "{\"origin\":\"XX\",\"parcels\":1.5,\"clientReference\":7,\"x\":1,"
                    + "\"declaredValue\":{\"amount\":\"1,5\",\"currency\":\"AUD\"}}")
            .expectProblem(400, "invalid-request");
    var codes = new java.util.TreeMap<String, String>();
    answer
        .json()
        .path("violations")
        .forEach(v -> codes.put(v.path("field").asText(), v.path("code").asText()));
    assertEquals(
        "{clientReference=wrong-type, declaredValue.amount=malformed, destination=required,"
            + " origin=not-a-choice, parcels=out-of-range, x=unknown}",
        codes.toString());
  }
}
