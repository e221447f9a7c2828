package dev.uketsuke.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which header values are keys, and which are the same key. */
class KeyReadingTest {

  @Test
  void quotedAndBareAreTheSameKey() {
    assertEquals("action-001", key("action-001"));
    assertEquals("action-001", key("\"action-001\""));
    assertEquals("action-001", key(" \t\"action-001\" "));
    assertEquals("action-001", key("\"action-001\";attempt=2;last"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"k\";at=@1700000000",
        "\"k\";at=@-1;last",
        "\"k\"; at=@0 ",
        "\"k\";by=%\"caf%c3%a9\"",
        "\"k\";by=%\"\";x=@1",
        "\"k\";by=%\"a\\b;c=@x\"",
        "\"k\";a=1;b=1.5;c=\"=@x;\\\"\";d=t/x:y;e=:YWJj:;f=?0;g;*h=*",
      })
  void parametersOfEveryTypeAreIgnored(String line) {
    assertEquals("k", key(line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"k\";at=@",
        "\"k\";at=@1.5",
        "\"k\";at=@x",
        "\"k\";at=@1234567890123456",
        "\"k\";by=%\"open",
        "\"k\";by=%\"caf%C3%A9\"",
        "\"k\";by=%\"%\"",
        "\"k\";by=%x",
        "\"k\"=@1"
      })
  void parametersOfNoTypeAreNot(String line) {
    assertFalse(KeyReading.ofHeader(List.of(line)).key().isPresent());
  }

  @Test
  void keyItselfIsNotTouched() {
    assertEquals("a=@1;b=%x", key("\"a=@1;b=%x\""));
    assertEquals("a\"=@1", key("\"a\\\"=@1\""));
    assertEquals("a=@1", key("a=@1"));
  }

  @Test
  void aLongLineIsReadAsWell() {
    assertEquals("k", key("\"k\";by=%\"" + "%c3%a9".repeat(3_000) + "\""));
    assertEquals("k", key("\"k\";by=\"" + "\\\\".repeat(9_000) + "\""));
  }

  @Test
  void caseMatters() {
    assertEquals("A", key("A"));
    assertEquals("a", key("a"));
  }

  @Property(tries = 500)
  void everyPrintableTextIsAKeyWhenQuoted(
      @ForAll @StringLength(min = 1, max = 255) @CharRange(from = ' ', to = '~') String text) {
    String quoted = "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    Optional<IdempotencyKey> key = KeyReading.ofHeader(List.of(quoted)).key();
    assertEquals(text.isBlank() ? null : text, key.map(IdempotencyKey::value).orElse(null));
  }

  @Property(tries = 500)
  void noLineIsEverCutToAnotherKey(@ForAll @StringLength(max = 300) String line) {
    KeyReading reading = KeyReading.ofHeader(List.of(line));
    reading
        .key()
        .ifPresentOrElse(
            key -> {
              if (!line.strip().startsWith("\"")) {
                assertEquals(line.strip(), key.value());
              }
            },
            () -> assertNotNull(reading.refusal()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\"\"",
        "\"  \"",
        "\"open",
        "open\"",
        "\"a\"b",
        "\"a\", \"b\"",
        "a,b",
        "a b",
        "a;b",
        "a;v=1",
        "\"a\";=",
        "\"a\\x\"",
        "\"caf\u00e9\"",
        "caf\u00e9",
        "a\u0000b",
        "a\tb",
        "\"a\tb\""
      })
  void refused(String line) {
    assertFalse(KeyReading.ofHeader(List.of(line)).key().isPresent());
  }

  @Test
  void oneLineOnly() {
    assertFalse(KeyReading.ofHeader(List.of()).key().isPresent());
    assertFalse(KeyReading.ofHeader(List.of("a", "a")).key().isPresent());
  }

  @Test
  void theLongestKeyHas255Characters() {
    assertEquals("x".repeat(255), key("x".repeat(255)));
    assertFalse(KeyReading.ofHeader(List.of("x".repeat(256))).key().isPresent());
    assertFalse(KeyReading.ofHeader(List.of("\"" + "x".repeat(256) + "\"")).key().isPresent());
  }

  @Test
  void aParameterIsTheKeyItself() {
    assertEquals("a b;c", KeyReading.ofParameter("a b;c").key().orElseThrow().value());
    assertEquals("a b", KeyReading.ofParameter("\"a b\"").key().orElseThrow().value());
    assertFalse(KeyReading.ofParameter(null).key().isPresent());
    assertFalse(KeyReading.ofParameter("").key().isPresent());
  }

  @Test
  void aKeyIsNotPrinted() {
    assertFalse(new IdempotencyKey("secret").toString().contains("secret"));
  }

  private static String key(String line) {
    return KeyReading.ofHeader(List.of(line)).key().orElseThrow().value();
  }
}
