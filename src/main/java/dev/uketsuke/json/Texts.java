package dev.uketsuke.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.text.Normalizer;
import java.util.function.Consumer;

/** The one rule for text that others send: trimmed, NFC, storable, no longer than allowed. */
final class Texts {

  private static final int NAME_SHOWN = 60;

  private Texts() {}

  static String read(JsonNode node, int max, Consumer<String> refuse) {
    if (!node.isTextual()) {
      refuse.accept("must be a string");
      return null;
    }
    String raw = node.textValue();
    if (raw.indexOf('\0') >= 0 || hasLoneSurrogate(raw)) {
      refuse.accept("must not contain NUL or a lone surrogate");
      return null;
    }
    String text = Normalizer.normalize(raw.strip(), Normalizer.Form.NFC);
    int length = text.codePointCount(0, text.length());
    if (length < 1 || length > max) {
      refuse.accept("must have 1 to " + max + " characters");
      return null;
    }
    return text;
  }

  /** A member name of the client's, fit to be shown back. */
  static String printable(String name) {
    StringBuilder shown = new StringBuilder();
    name.codePoints()
        .limit(NAME_SHOWN)
        .forEach(
            c ->
                shown.appendCodePoint(
                    Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE
                        ? '\uFFFD'
                        : c));
    return shown.toString();
  }

  private static boolean hasLoneSurrogate(String text) {
    return text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }
}
