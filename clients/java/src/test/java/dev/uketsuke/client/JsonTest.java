package dev.uketsuke.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader takes JSON as RFC 8259 has it, and nothing else brings it down. */
class JsonTest {

  @Test
  void readsEveryKindOfValue() {
    var members =
        Json.object(
            " {\"a\" : \"\\u00fc\\n\\\"\\/\", \"b\":[1, 2.5e3,[],{}],\"c\":{\"d\":null}, \"e\":true,\"f\":false}\r\n");
    assertEquals(
        "{a=ü\n\"/, b=[1, 2.5E+3, [], {}], c={d=null}, e=true, f=false}", members.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "[]",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{\"a\":1} x",
        "{a:1}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"\\u12",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"",
        "{\"a\":tru}",
        "{\"a\":--1}",
        "{\"a\":[1 2]}",
        "<html>",
        "{\"a\":\"\\"
      })
  void whatIsNoObjectHasNoMembers(String text) {
    assertEquals(Map.of(), Json.object(text));
  }
}
