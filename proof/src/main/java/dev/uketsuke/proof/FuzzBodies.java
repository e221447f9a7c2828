package dev.uketsuke.proof;

import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;

/** Makes JSON: good content, other spellings of it, and damage. */
final class FuzzBodies {

  private static final List<String> ODD_NUMBERS =
      List.of(
          "1e999999999",
          "-1e999999999",
          "1e-999999999",
          "1e2147483647",
          "100e2147483647",
          "1000000000000e2147483640",
          "1e-2147483648",
          "1.00e-2147483647",
          "0.1e-2147483647",
          "1e2147483648",
          "1e99999999999999999999",
          "0e999999999",
          "0e2147483647",
          "0.0e-2147483647",
          "00",
          "01",
          "-0",
          "+1",
          ".5",
          "1.",
          "1e",
          "0x1",
          "NaN",
          "Infinity",
          "-Infinity",
          "1_000",
          "9".repeat(400),
          "9".repeat(1001),
          "1" + "0".repeat(5000),
          "0." + "0".repeat(1200) + "1",
          "9223372036854775808",
          "1.5",
          "999.0000000000000000000000000000001");

  private static final List<String> ODD_TEXTS =
      List.of(
          "",
          " ",
          "\u00a0",
          "\u3000x\u3000",
          "\u2028",
          "\ufeff",
          "\u0000",
          "a\u0000b",
          "\ud800",
          "\udc00\ud800",
          "x\udfff",
          "\ud83d\ude00",
          "e\u0301",
          "\u00e9",
          "\u212b",
          "\u0344",
          "\ufb01",
          "\ud834\udd5e",
          "\u202eabc",
          "<script>alert(1)</script>",
          "';DROP TABLE shipping_application;--",
          "%00%0d%0a",
          "${jndi:ldap://x}",
          "\\u0000",
          "\r\nSet-Cookie: a=b",
          "\uffff",
          "\udbff\udfff",
          "\u0007",
          "\u0085",
          "=1+1",
          "a".repeat(101),
          "\ud83d\ude00".repeat(100),
          "e\u0301".repeat(100),
          "a".repeat(201),
          "\u1100\u1161\u11a8".repeat(60),
          "\u0f73".repeat(80));

  private final Random random;

  FuzzBodies(Random random) {
    this.random = random;
  }

  /** Returns content, mostly good, as a value that can be spelled in several ways. */
  Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("origin", country());
    content.put("destination", country());
    content.put("parcels", number(999));
    if (random.nextBoolean()) {
      content.put("totalWeightGrams", number(30_000_000));
    }
    if (random.nextInt(3) == 0) {
      content.put("declaredValue", money());
    }
    if (random.nextInt(3) == 0) {
      content.put("recipient", recipient());
    }
    if (random.nextInt(3) == 0) {
      content.put("clientReference", text());
    }
    if (random.nextInt(40) == 0) {
      content.put(pick("note", "Origin", "origin\u0000", "__proto__", "", "@type"), text());
    }
    return content;
  }

  /** Returns content that differs in one member. */
  Map<String, Object> changed(Map<String, Object> content) {
    Map<String, Object> other = new LinkedHashMap<>(content);
    switch (random.nextInt(6)) {
      case 0 -> other.put("parcels", number(999));
      case 1 -> other.put("clientReference", text());
      case 2 -> other.put("declaredValue", money());
      case 3 -> other.put("totalWeightGrams", number(30_000_000));
      case 4 -> other.put("recipient", recipient());
      default -> other.remove(pick("totalWeightGrams", "declaredValue", "recipient"));
    }
    return other;
  }

  private Map<String, Object> recipient() {
    Map<String, Object> recipient = new LinkedHashMap<>();
    for (String member : List.of("name", "phone", "postalCode")) {
      if (random.nextBoolean()) {
        recipient.put(member, text());
      }
    }
    if (random.nextBoolean()) {
      List<Object> lines = new ArrayList<>();
      for (int i = random.nextInt(12) == 0 ? 0 : 1 + random.nextInt(5); i > 0; i--) {
        lines.add(text());
      }
      if (random.nextInt(20) == 0) {
        lines.add(random.nextBoolean() ? null : BigDecimal.ONE);
      }
      recipient.put("addressLines", lines);
    }
    return recipient;
  }

  Map<String, Object> money() {
    Map<String, Object> money = new LinkedHashMap<>();
    money.put(
        "amount",
        random.nextInt(5) > 0
            ? BigDecimal.valueOf(random.nextInt(100_000), random.nextInt(3)).toPlainString()
            : pick(
                "0",
                "-1",
                "1e3",
                " 12.50 ",
                "00012.5",
                "1,5",
                "12.",
                ".5",
                "\u0661",
                "999999999999999.99",
                "1000000000000000",
                "0.000000001",
                "1.0000000000",
                "+1"));
    money.put(
        "currency",
        random.nextInt(8) > 0
            ? pick("AUD", "JPY", "KWD", "KRW", "USD", "CLF")
            : pick("aud", "AU", "", " AUD ", "DEM", "A\u0000D", "AUDX"));
    return money;
  }

  private String country() {
    return random.nextInt(12) > 0
        ? pick("AU", "KR", "JP", "US", "DE", "GB", "FR", "NZ")
        : pick("au", "", "A", "AUS", " AU", "ZZ", "\uff21\uff35");
  }

  private Object number(int max) {
    return random.nextInt(15) > 0
        ? BigDecimal.valueOf(1 + random.nextInt(max))
        : random.nextBoolean() ? new Raw(pick(ODD_NUMBERS)) : text();
  }

  /** A JSON value in the spelling in which it is sent. */
  private record Raw(String spelled) {}

  String text() {
    return random.nextInt(4) == 0
        ? pick(ODD_TEXTS)
        : pick("Kim", "Lee, Min", "\uae40\ubbfc", "O'Neil", "a b", "1", "null") + random.nextInt(9);
  }

  /** Spells a value with random order, spaces, escapes and forms of numbers. */
  String spell(Object value) {
    String space = random.nextInt(8) == 0 ? pick(" ", "\n", "\t", "\r\n", "  ") : "";
    return space + bare(value) + space;
  }

  private String bare(Object value) {
    if (value == null) {
      return "null";
    } else if (value instanceof Raw raw) {
      return raw.spelled();
    } else if (value instanceof BigDecimal number) {
      return spelled(number);
    } else if (value instanceof String text) {
      return quoted(text);
    } else if (value instanceof List<?> list) {
      List<String> items = new ArrayList<>();
      list.forEach(each -> items.add(spell(each)));
      return "[" + String.join(",", items) + "]";
    }
    List<Map.Entry<?, ?>> members = new ArrayList<>(((Map<?, ?>) value).entrySet());
    if (random.nextInt(4) == 0) {
      Collections.shuffle(members, random);
    }
    List<String> spelled = new ArrayList<>();
    members.forEach(
        each -> spelled.add(quoted((String) each.getKey()) + ":" + spell(each.getValue())));
    if (random.nextInt(60) == 0 && !spelled.isEmpty()) {
      spelled.add(spelled.get(random.nextInt(spelled.size())));
    }
    return "{" + String.join(",", spelled) + "}";
  }

  private String spelled(BigDecimal number) {
    return switch (random.nextInt(8)) {
      case 0 -> number + ".0";
      case 1 -> number + "e0";
      case 2 -> number.unscaledValue() + "0E-1";
      case 3 -> number.movePointLeft(1).toPlainString() + "e+1";
      case 4 -> number + "." + "0".repeat(random.nextInt(40) + 1);
      default -> number.toPlainString();
    };
  }

  private String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c) || random.nextInt(15) == 0) {
        quoted.append((random.nextBoolean() ? "\\u%04x" : "\\u%04X").formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }

  /** Returns the bytes of a text, one character for each, sometimes damaged. */
  String bytes(String json, boolean damage) {
    byte[] utf8 = json.getBytes(StandardCharsets.UTF_8);
    String bytes = new String(utf8, StandardCharsets.ISO_8859_1);
    if (!damage) {
      return bytes;
    }
    int at = bytes.isEmpty() ? 0 : random.nextInt(bytes.length());
    return switch (random.nextInt(14)) {
      case 0 -> "\u00ef\u00bb\u00bf" + bytes;
      case 1 -> bytes + pick("x", "{}", "\u0000", ",", "//", " null");
      case 2 -> bytes.substring(0, at);
      case 3 -> "[".repeat(1 + random.nextInt(20_000));
      case 4 -> bytes.replace("{", "{\"a\":" + "{\"a\":".repeat(2000));
      case 5 -> bytes.substring(0, at) + (char) random.nextInt(256) + bytes.substring(at);
      case 6 -> bytes.substring(0, at) + "\u00ed\u00a0\u0080" + bytes.substring(at);
      case 7 -> bytes.substring(0, at) + "\u00c0\u0080" + bytes.substring(at);
      case 8 -> latin(json, StandardCharsets.UTF_16);
      case 9 -> latin(json, StandardCharsets.UTF_16LE);
      case 10 -> bytes.replaceAll("[0-9]+", Matcher.quoteReplacement(pick(ODD_NUMBERS)));
      case 11 -> pick("", "null", "[]", "\"\"", "1", "true", "{}", "[{}]", " ", "{\"\":{}}", "NaN");
      case 12 -> bytes + " ".repeat(random.nextInt(70_000));
      default -> bytes.substring(0, at) + bytes.substring(Math.min(bytes.length(), at + 1));
    };
  }

  private static String latin(String text, Charset charset) {
    return new String(text.getBytes(charset), StandardCharsets.ISO_8859_1);
  }

  String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
