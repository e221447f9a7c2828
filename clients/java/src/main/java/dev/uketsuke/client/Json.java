package dev.uketsuke.client;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON (RFC 8259) into maps, lists, strings, numbers, booleans and null, so that the client
 * needs no library.
 */
final class Json {

  /** Deeper than any answer of the service; what a portal may send must not exhaust the stack. */
  private static final int DEEPEST = 32;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Returns the members of the object that the text is; none if the text is no JSON object. */
  static Map<String, Object> object(String text) {
    try {
      var reader = new Json(text);
      if (reader.document() instanceof Map<?, ?> map) {
        var members = new LinkedHashMap<String, Object>();
        map.forEach((name, value) -> members.put((String) name, value));
        return members;
      }
      return Map.of();
    } catch (IllegalArgumentException notJson) {
      return Map.of();
    }
  }

  private Object document() {
    Object value = value(0);
    if (next() != '\0') {
      throw unexpected();
    }
    return value;
  }

  private Object value(int depth) {
    if (depth > DEEPEST) {
      throw unexpected();
    }
    return switch (next()) {
      case '{' -> members(depth);
      case '[' -> elements(depth);
      case '"' -> string();
      case 't' -> word("true", true);
      case 'f' -> word("false", false);
      case 'n' -> word("null", null);
      default -> number();
    };
  }

  private Map<String, Object> members(int depth) {
    var members = new LinkedHashMap<String, Object>();
    at++;
    if (next() == '}') {
      at++;
      return members;
    }
    do {
      if (next() != '"') {
        throw unexpected();
      }
      String name = string();
      take(':');
      members.put(name, value(depth + 1));
    } while (another('}'));
    return members;
  }

  private List<Object> elements(int depth) {
    var elements = new ArrayList<Object>();
    at++;
    if (next() == ']') {
      at++;
      return elements;
    }
    do {
      elements.add(value(depth + 1));
    } while (another(']'));
    return elements;
  }

  /** Whether a comma follows; otherwise the end has to. */
  private boolean another(char end) {
    if (next() == ',') {
      at++;
      return true;
    }
    take(end);
    return false;
  }

  private String string() {
    var string = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char here = text.charAt(at);
      if (here == '"') {
        at++;
        return string.toString();
      }
      string.append(here == '\\' ? escaped() : here);
    }
    throw unexpected();
  }

  private char escaped() {
    if (++at >= text.length()) {
      throw unexpected();
    }
    char here = text.charAt(at);
    return switch (here) {
      case '"', '\\', '/' -> here;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw unexpected();
    };
  }

  private char unicode() {
    if (at + 4 >= text.length()) {
      throw unexpected();
    }
    int code = Integer.parseInt(text.substring(at + 1, at + 5), 16);
    at += 4;
    return (char) code;
  }

  private BigDecimal number() {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return new BigDecimal(text.substring(from, at));
  }

  private Object word(String word, Object meaning) {
    if (!text.startsWith(word, at)) {
      throw unexpected();
    }
    at += word.length();
    return meaning;
  }

  private void take(char expected) {
    if (next() != expected) {
      throw unexpected();
    }
    at++;
  }

  /** The next character that is no white space, which stays unread; NUL at the end. */
  private char next() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("no JSON at character " + at);
  }
}
