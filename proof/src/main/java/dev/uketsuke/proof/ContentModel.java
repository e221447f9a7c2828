package dev.uketsuke.proof;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The rules of contract §3.1 for the content of a submission, written down a second time with a
 * JSON parser of its own, so that a fault of the service's parser is seen as a difference.
 */
final class ContentModel {

  static final Set<String> COUNTRIES = Set.of("AU", "KR", "JP", "US", "DE", "GB", "FR", "NZ");
  static final Map<String, Integer> CURRENCIES =
      Map.of("AUD", 2, "JPY", 0, "KWD", 3, "KRW", 0, "USD", 2, "CLF", 4);

  /** Says that the content has to be refused. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused() {
      super(null, null, false, false);
    }
  }

  private record Number(BigDecimal value) {}

  private static final Object NULL = new Object();

  private final String text;
  private int at;

  private ContentModel(String text) {
    this.text = text;
  }

  /** Returns a text that is equal for equal content; null if the body has to be refused. */
  static String canonical(byte[] body) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
      ContentModel model = new ContentModel(text);
      Object value = model.value(0);
      model.space();
      if (model.at < text.length()) {
        throw new Refused();
      }
      return content(value).toString();
    } catch (CharacterCodingException | Refused e) {
      return null;
    }
  }

  private static Map<String, Object> content(Object value) throws Refused {
    Map<String, Object> members =
        object(
            value,
            Set.of(
                "origin",
                "destination",
                "parcels",
                "totalWeightGrams",
                "declaredValue",
                "recipient",
                "clientReference"));
    Map<String, Object> content = new TreeMap<>();
    for (String place : List.of("origin", "destination")) {
      String country = text(members.get(place), 200);
      if (!COUNTRIES.contains(country)) {
        throw new Refused();
      }
      content.put(place, country);
    }
    content.put("parcels", whole(members.get("parcels"), 999));
    if (members.containsKey("totalWeightGrams")) {
      content.put("totalWeightGrams", whole(members.get("totalWeightGrams"), 30_000_000));
    }
    if (members.containsKey("declaredValue")) {
      content.put("declaredValue", money(members.get("declaredValue")));
    }
    if (members.containsKey("recipient")) {
      Map<String, Object> recipient = recipient(members.get("recipient"));
      if (!recipient.isEmpty()) {
        content.put("recipient", recipient);
      }
    }
    if (members.containsKey("clientReference")) {
      content.put("clientReference", text(members.get("clientReference"), 100));
    }
    return content;
  }

  private static Map<String, Object> recipient(Object value) throws Refused {
    Map<String, Object> members =
        object(value, Set.of("name", "phone", "postalCode", "addressLines"));
    Map<String, Object> recipient = new TreeMap<>();
    for (String member : List.of("name", "phone", "postalCode")) {
      if (members.containsKey(member)) {
        recipient.put(member, text(members.get(member), 200));
      }
    }
    if (members.containsKey("addressLines")) {
      if (!(members.get("addressLines") instanceof List<?> list)
          || list.isEmpty()
          || list.size() > 5) {
        throw new Refused();
      }
      List<String> lines = new ArrayList<>();
      for (Object each : list) {
        lines.add(text(each, 200).replace(",", "\\,"));
      }
      recipient.put("addressLines", lines);
    }
    return recipient;
  }

  private static String money(Object value) throws Refused {
    Map<String, Object> members = object(value, Set.of("amount", "currency"));
    String currency = text(members.get("currency"), 40);
    String amount = text(members.get("amount"), 40);
    Integer digits = CURRENCIES.get(currency);
    if (digits == null || !amount.matches("[0-9]{1,15}(\\.[0-9]{1,9})?")) {
      throw new Refused();
    }
    BigDecimal number = new BigDecimal(amount);
    if (number.scale() > digits) {
      throw new Refused();
    }
    return number.setScale(digits).toPlainString() + currency;
  }

  private static int whole(Object value, int max) throws Refused {
    if (!(value instanceof Number number)
        || number.value().signum() <= 0
        || number.value().compareTo(BigDecimal.valueOf(max)) > 0
        || number.value().remainder(BigDecimal.ONE).signum() != 0) {
      throw new Refused();
    }
    return number.value().intValueExact();
  }

  private static String text(Object value, int max) throws Refused {
    if (!(value instanceof String text)
        || text.indexOf('\0') >= 0
        || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new Refused();
    }
    String normalised = Normalizer.normalize(text.strip(), Normalizer.Form.NFC);
    int length = normalised.codePointCount(0, normalised.length());
    if (length < 1 || length > max) {
      throw new Refused();
    }
    return normalised;
  }

  /** Returns the members that are not null. */
  private static Map<String, Object> object(Object value, Set<String> known) throws Refused {
    if (!(value instanceof Map<?, ?> members) || !known.containsAll(members.keySet())) {
      throw new Refused();
    }
    Map<String, Object> present = new TreeMap<>();
    members.forEach(
        (name, each) -> {
          if (each != NULL) {
            present.put((String) name, each);
          }
        });
    return present;
  }

  // --- JSON (RFC 8259) ---

  private Object value(int depth) throws Refused {
    if (depth > 900) {
      throw new Refused(); // No such depth is good content in any case.
    }
    space();
    char first = peek();
    if (first == '{') {
      return members(depth);
    } else if (first == '[') {
      return items(depth);
    } else if (first == '"') {
      return string();
    } else if (first == '-' || first >= '0' && first <= '9') {
      return number();
    }
    for (Map.Entry<String, Object> each :
        Map.of("true", true, "false", false, "null", NULL).entrySet()) {
      if (text.startsWith(each.getKey(), at)) {
        at += each.getKey().length();
        return each.getValue();
      }
    }
    throw new Refused();
  }

  private Map<String, Object> members(int depth) throws Refused {
    Map<String, Object> members = new TreeMap<>();
    at++;
    space();
    if (peek() == '}') {
      at++;
      return members;
    }
    while (true) {
      space();
      if (peek() != '"') {
        throw new Refused();
      }
      String name = string();
      space();
      expect(':');
      if (members.put(name, value(depth + 1)) != null) {
        throw new Refused();
      }
      space();
      if (peek() == '}') {
        at++;
        return members;
      }
      expect(',');
    }
  }

  private List<Object> items(int depth) throws Refused {
    List<Object> items = new ArrayList<>();
    at++;
    space();
    if (peek() == ']') {
      at++;
      return items;
    }
    while (true) {
      items.add(value(depth + 1));
      space();
      if (peek() == ']') {
        at++;
        return items;
      }
      expect(',');
    }
  }

  private String string() throws Refused {
    StringBuilder string = new StringBuilder();
    at++;
    while (true) {
      char next = peek();
      at++;
      if (next == '"') {
        return string.toString();
      } else if (next < ' ') {
        throw new Refused();
      } else if (next != '\\') {
        string.append(next);
      } else {
        char escaped = peek();
        at++;
        int plain = "\"\\/bfnrt".indexOf(escaped);
        if (plain >= 0) {
          string.append("\"\\/\b\f\n\r\t".charAt(plain));
        } else if (escaped == 'u'
            && at + 4 <= text.length()
            && text.substring(at, at + 4).matches("[0-9A-Fa-f]{4}")) {
          string.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        } else {
          throw new Refused();
        }
      }
    }
  }

  private Number number() throws Refused {
    int from = at;
    while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    String number = text.substring(from, at);
    if (!number.matches("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")) {
      throw new Refused();
    }
    // A number of hundreds of digits or with a great exponent is no whole number up to 30,000,000
    // that anybody would write; the generator makes none that is.
    if (number.length() > 500 || number.matches(".*[eE][+-]?0*[1-9][0-9]{3,}")) {
      return new Number(BigDecimal.valueOf(-1));
    }
    return new Number(new BigDecimal(number));
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private char peek() throws Refused {
    if (at >= text.length()) {
      throw new Refused();
    }
    return text.charAt(at);
  }

  private void expect(char wanted) throws Refused {
    if (peek() != wanted) {
      throw new Refused();
    }
    at++;
  }
}
