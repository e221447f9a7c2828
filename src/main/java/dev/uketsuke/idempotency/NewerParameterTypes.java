package dev.uketsuke.idempotency;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces values of the structured-field types that RFC 9651 added, because the parser knows only
 * those of RFC 8941.
 *
 * <p>The new types are dates ({@code @1700000000}) and display strings ({@code %"caf%c3%a9"}). They
 * can occur in the parameters of a key. Parameters are ignored, so any value may take their place;
 * without the replacement the parser would refuse a valid header.
 */
final class NewerParameterTypes {
  /** RFC 9651 §3.3.7 and §3.3.8. */
  private static final Pattern DATE = Pattern.compile("@-?[0-9]{1,15}(?![0-9.])");

  private static final Pattern DISPLAY_STRING = Pattern.compile("%\"([\\x20!\\x23-\\x7e]*+)\"");
  private static final Pattern ENCODED_BYTE = Pattern.compile("%[0-9a-f]{2}");

  private NewerParameterTypes() {}

  /**
   * Returns the line with the number 0 in place of each value of a newer type.
   *
   * @param line a header value, well formed or not; everything else in it stays as it is
   */
  static String replacedIn(String line) {
    StringBuilder older = new StringBuilder(line.length());
    boolean quoted = false;
    for (int at = 0; at < line.length(); at++) {
      char c = line.charAt(at);
      older.append(c);
      if (quoted && c == '\\' && at + 1 < line.length()) {
        older.append(line.charAt(++at));
      } else if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && c == '=') {
        int end = end(line, at + 1);
        if (end > 0) {
          older.append('0');
          at = end - 1;
        }
      }
    }
    return older.toString();
  }

  /** Returns where the value of a newer type that begins here ends; 0 if none begins here. */
  private static int end(String line, int from) {
    Matcher date = DATE.matcher(line).region(from, line.length());
    if (date.lookingAt()) {
      return date.end();
    }
    Matcher text = DISPLAY_STRING.matcher(line).region(from, line.length());
    return text.lookingAt() && ENCODED_BYTE.matcher(text.group(1)).replaceAll("").indexOf('%') < 0
        ? text.end()
        : 0;
  }
}
