package dev.uketsuke.problems;

import java.util.Objects;

/**
 * One broken rule of a request.
 *
 * @param field the member or parameter, as a path in the client's own terms, for example {@code
 *     declaredValue.amount}; empty for the request as a whole; a long one is shortened
 * @param code the kind of the broken rule; programs may rely on it
 * @param message the rule in words, for people; it never repeats the value that was sent
 */
public record Violation(String field, Code code, String message) {

  /** The longest path that is repeated to the client, in characters. */
  private static final int MAX_FIELD = 120;

  /** Shortens a field name that the client sent, and replaces control characters in it. */
  public Violation {
    Objects.requireNonNull(code);
    Objects.requireNonNull(message);
    field = printable(field);
  }

  /** The kinds of broken rules. New ones may be added; the meaning of one never changes. */
  public enum Code {
    /** A member or parameter is missing that must be there. */
    REQUIRED,
    /** There is no member or parameter of this name. */
    UNKNOWN,
    /** The member or parameter is given more than once. */
    REPEATED,
    /** The value has another JSON type than the rule asks for. */
    WRONG_TYPE,
    /** The value is too small, too large, too short or too long. */
    OUT_OF_RANGE,
    /** The value is not written in the form that the rule asks for. */
    MALFORMED,
    /** The value is not one of those that exist. */
    NOT_A_CHOICE,
    /** The member must not be there in this combination. */
    NOT_ALLOWED,
    /** Any other rule. */
    INVALID;

    /** Returns the code in the form in which it is sent, for example {@code out-of-range}. */
    public String slug() {
      return Slugs.of(this);
    }
  }

  private static String printable(String field) {
    StringBuilder shown = new StringBuilder();
    field
        .codePoints()
        .limit(MAX_FIELD)
        .forEach(
            c ->
                shown.appendCodePoint(
                    Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE
                        ? '\uFFFD'
                        : c));
    return shown.toString();
  }
}
