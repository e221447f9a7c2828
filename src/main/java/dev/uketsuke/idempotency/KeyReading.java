package dev.uketsuke.idempotency;

import java.util.List;
import java.util.Optional;
import org.greenbytes.http.sfv.ParseException;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;

/**
 * The result of reading an idempotency key from a request: the key, or the reason for a refusal.
 *
 * <p>Guarantee: the quoted form of the IETF draft (a structured-field string, RFC 9651 §3.3.3,
 * whose parameters are ignored) and the bare form give the same key. A bare value with a semicolon
 * is refused: if the text behind the semicolon were ignored, {@code order;17} and {@code order;18}
 * would become one key.
 *
 * @param key the key; empty if the value is refused
 * @param refusal the reason for the refusal, as the client is told; null if there is a key
 */
public record KeyReading(Optional<IdempotencyKey> key, String refusal) {

  private static final String SYNTAX =
      "Send 1 to 255 printable ASCII characters, either as a quoted string or bare, without space,"
          + " quote, comma or semicolon.";

  /**
   * Reads the request header.
   *
   * @param lines the values of all {@code Idempotency-Key} header lines, in order; not null
   * @return the key, or the reason why there is none
   */
  public static KeyReading ofHeader(List<String> lines) {
    if (lines.size() != 1) {
      return refused(
          lines.isEmpty()
              ? "The Idempotency-Key header is missing."
              : "More than one Idempotency-Key header was sent.");
    }
    String line = strip(lines.get(0));
    return line.startsWith("\"") ? quoted(line) : bare(line);
  }

  /**
   * Reads a query parameter. The key may be unquoted and contain any printable ASCII character; a
   * value that begins with a quote is read like the quoted form of the header.
   *
   * @param value the decoded parameter; null if absent
   * @return the key, or the reason why there is none
   */
  public static KeyReading ofParameter(String value) {
    if (value == null) {
      return refused("The parameter idempotencyKey is missing.");
    }
    return value.startsWith("\"") ? quoted(value) : checked(value);
  }

  private static KeyReading quoted(String line) {
    try {
      // parseItem reads the whole line, so a second list member or a missing quote is an error.
      Object item = Parser.parseItem(NewerParameterTypes.replacedIn(line));
      return item instanceof StringItem text ? checked(text.get()) : refused(SYNTAX);
    } catch (ParseException e) {
      return refused(SYNTAX);
    }
  }

  private static KeyReading bare(String line) {
    boolean separators = line.chars().anyMatch(c -> c == ' ' || c == '"' || c == ',' || c == ';');
    return separators ? refused(SYNTAX) : checked(line);
  }

  private static KeyReading checked(String value) {
    return IdempotencyKey.isValid(value)
        ? new KeyReading(Optional.of(new IdempotencyKey(value)), null)
        : refused(SYNTAX);
  }

  /** Removes optional white space, which is space and tab only (RFC 9110 §5.6.3). */
  private static String strip(String line) {
    int from = 0;
    int to = line.length();
    while (from < to && isBlank(line.charAt(from))) {
      from++;
    }
    while (to > from && isBlank(line.charAt(to - 1))) {
      to--;
    }
    return line.substring(from, to);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  private static KeyReading refused(String why) {
    return new KeyReading(Optional.empty(), why);
  }
}
