package dev.uketsuke.json;

import static dev.uketsuke.problems.Violation.Code.MALFORMED;
import static dev.uketsuke.problems.Violation.Code.OUT_OF_RANGE;
import static dev.uketsuke.problems.Violation.Code.WRONG_TYPE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.problems.Violation;
import java.text.Normalizer;
import java.util.function.BiConsumer;

/** Normalises and checks text that clients send: trimmed, in NFC, storable, within its length. */
final class Texts {

  private Texts() {}

  /**
   * Returns the normalised text, or null if it was refused.
   *
   * @param node the value; not null
   * @param max length in code points after normalisation; at least one is needed
   * @param refuse is called with the code and the message of a broken rule
   */
  static String read(JsonNode node, int max, BiConsumer<Violation.Code, String> refuse) {
    if (!node.isTextual()) {
      refuse.accept(WRONG_TYPE, "must be a string");
      return null;
    }
    String raw = node.textValue();
    if (raw.indexOf('\0') >= 0 || hasLoneSurrogate(raw)) {
      refuse.accept(MALFORMED, "must not contain NUL or a lone surrogate");
      return null;
    }
    String text = Normalizer.normalize(raw.strip(), Normalizer.Form.NFC);
    int length = text.codePointCount(0, text.length());
    if (length < 1 || length > max) {
      refuse.accept(OUT_OF_RANGE, "must have 1 to " + max + " characters");
      return null;
    }
    return text;
  }

  private static boolean hasLoneSurrogate(String text) {
    return text.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
  }
}
