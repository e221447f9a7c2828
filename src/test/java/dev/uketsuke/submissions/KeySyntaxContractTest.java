package dev.uketsuke.submissions;

import static dev.uketsuke.support.Api.SMALLEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Api;
import dev.uketsuke.support.RawHttp;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.TestDatabase;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How the header {@code Idempotency-Key} may be written. Each case is an account of its own, so
 * keys may repeat.
 */
@QuarkusTest
@RealParts
class KeySyntaxContractTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "action-001 | action-001",
        "\"action-001\" | action-001",
        "\"action-001\";v=1 | action-001",
        "\"action-001\"; v=1;w=\"x\";flag | action-001",
        "\"action-001\";at=@1700000000;by=%\"caf%c3%a9\" | action-001",
        "\"a b\" | a b",
        "\"a,b\" | a,b",
        "\"a;b\" | a;b",
        "\"a\\\"b\" | a\"b",
        "\"a\\\\b\" | a\\b",
        "123 | 123",
        ":YWJj: | :YWJj:",
        "?1 | ?1",
        "'a' | 'a'",
        "a=b | a=b",
        "~ | ~",
      })
  void isStoredUnquoted(String header, String key) throws Exception {
    var api = Api.asApplicant();

    var id = RawHttp.submit(api, header, SMALLEST).expect(201).applicationId();

    assertEquals(key, storedKey(id));
    assertEquals("RECORDED", api.inquire(key).expect(200).json().path("state").asText());
  }

  @Test
  void quotedAndBareAreOneKey() throws Exception {
    var api = Api.asApplicant();

    var created = RawHttp.submit(api, "action-001", SMALLEST).expect(201);

    SubmitContractTest.assertReplay(created, RawHttp.submit(api, "\"action-001\"", SMALLEST));
    SubmitContractTest.assertReplay(created, RawHttp.submit(api, "\"action-001\";p=2", SMALLEST));
  }

  @Test
  void caseMatters() throws Exception {
    var api = Api.asApplicant();

    assertNotEquals(
        RawHttp.submit(api, "Action", SMALLEST).expect(201).applicationId(),
        RawHttp.submit(api, "action", SMALLEST).expect(201).applicationId());
  }

  @Test
  void headerNameIsNotCaseSensitive() throws Exception {
    var api = Api.asApplicant();
    var created = RawHttp.submit(api, "action", SMALLEST).expect(201);

    SubmitContractTest.assertReplay(
        created,
        RawHttp.exchange(api.base(), RawHttp.submission(api, SMALLEST, "idempotency-KEY: action")));
  }

  @Test
  void longestKeyHas255Characters() throws Exception {
    var api = Api.asApplicant();
    var longest = "k".repeat(255);

    var created = RawHttp.submit(api, longest, SMALLEST).expect(201);

    SubmitContractTest.assertReplay(created, RawHttp.submit(api, "\"" + longest + "\"", SMALLEST));
  }

  static Stream<String> refused() {
    return Stream.of(
        "",
        "   ",
        "\"\"",
        "\"   \"",
        "\"abc",
        "abc\"",
        "a\"b",
        "\"a\"b",
        "\"a\" \"b\"",
        "\"a\", \"b\"",
        "\"a\",",
        "a,b",
        "a, b",
        "a b",
        "a;b",
        "a;v=1",
        "\"a\\x\"",
        "\"a\";",
        "\"a\";V=1",
        "k".repeat(256),
        "\"" + "k".repeat(256) + "\"",
        "caf\u00e9",
        "\"caf\u00e9\"",
        "\u00d0\u00ba\u00d0\u00bb");
  }

  @ParameterizedTest
  @MethodSource("refused")
  void anythingElseIsRefusedAndLeavesNoTrace(String header) throws Exception {
    var api = Api.asApplicant();

    RawHttp.submit(api, header, SMALLEST).expectProblem(400);

    assertNothingStored(api);
  }

  /** The HTTP server itself turns most of these away. */
  @ParameterizedTest
  @MethodSource
  void controlCharactersAreRefused(String header) throws Exception {
    var api = Api.asApplicant();

    RawHttp.submit(api, header, SMALLEST).expectProblem(400);

    assertNothingStored(api);
  }

  static Stream<String> controlCharactersAreRefused() {
    return Stream.of(
        "a\u0000b",
        "\"a\u0000b\"",
        "a\u0001b",
        "a\u007f",
        "\u007fa",
        "\"a\u001fb\"",
        "\"a\tb\"",
        "a\tb",
        "a\u0000",
        "\u0000",
        "a\u000b",
        "a\rb");
  }

  @Test
  void missingKeyIsRefused() throws Exception {
    var api = Api.asApplicant();

    RawHttp.exchange(api.base(), RawHttp.submission(api, SMALLEST))
        .expectProblem(400, "idempotency-key-missing");

    assertNothingStored(api);
  }

  @Test
  void twoHeaderLinesAreRefusedEvenIfEqual() throws Exception {
    var api = Api.asApplicant();

    RawHttp.exchange(
            api.base(),
            RawHttp.submission(api, SMALLEST, "Idempotency-Key: a", "Idempotency-Key: b"))
        .expectProblem(400, "idempotency-key-invalid");
    RawHttp.exchange(
            api.base(),
            RawHttp.submission(api, SMALLEST, "Idempotency-Key: a", "Idempotency-Key: a"))
        .expectProblem(400, "idempotency-key-invalid");

    assertNothingStored(api);
  }

  @Test
  void wrongKeyDoesNotShowWhoseItIs() throws Exception {
    var api = Api.as(Tokens.applicant());
    RawHttp.submit(api, "taken", SMALLEST).expect(201);

    var other = Api.asApplicant();
    assertTrue(
        RawHttp.submit(other, "taken", SMALLEST).expect(201).header("Idempotent-Replayed") == null);
  }

  static void assertNothingStored(Api api) {
    assertEquals(0, api.get(Api.APPLICATIONS).expect(200).json().path("items").size());
  }

  private static String storedKey(String id) {
    return TestDatabase.value(
        "SELECT idempotency_key FROM shipping_application WHERE id = ?::uuid", id);
  }
}
