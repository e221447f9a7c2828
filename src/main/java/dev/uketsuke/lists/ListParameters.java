package dev.uketsuke.lists;

import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Reads the query parameters of one request to a list.
 *
 * <p>Guarantee: {@link #check()} reports all wrong parameters together, as 400. An empty parameter
 * is the same as an absent one.
 */
public final class ListParameters {

  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;
  private static final int MAX_TEXT = 255;

  /** The form of RFC 3339 §5.6; Java's parser also accepts times without seconds. */
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");

  /** The limits of four-digit years, which RFC 3339 and PostgreSQL both support. */
  private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  private final List<Violation> violations = new ArrayList<>();

  /** Returns the page size: 1 to 100, 20 if absent. */
  int limit(String value) {
    if (isAbsent(value)) {
      return DEFAULT_LIMIT;
    }
    int limit = value.matches("[0-9]{1,3}") ? Integer.parseInt(value) : 0;
    if (limit < 1 || limit > MAX_LIMIT) {
      refuse("limit", Violation.Code.OUT_OF_RANGE, "must be a whole number from 1 to " + MAX_LIMIT);
    }
    return limit;
  }

  /** Returns the position after which the page begins; empty for the first page. */
  Optional<Position> cursor(String scope, String value) {
    if (isAbsent(value)) {
      return Optional.empty();
    }
    Optional<Position> position = Cursor.read(scope, value);
    if (position.isEmpty()) {
      refuse(
          "cursor",
          Violation.Code.MALFORMED,
          "must be the nextCursor of an earlier answer to the same filters and sort order");
    }
    return position;
  }

  /** Returns one of an enum's constants by its name; empty if absent. */
  public <E extends Enum<E>> Optional<E> oneOf(Class<E> type, String field, String value) {
    if (isAbsent(value)) {
      return Optional.empty();
    }
    Optional<E> found = constant(type, value);
    if (found.isEmpty()) {
      refuse(
          field,
          Violation.Code.NOT_A_CHOICE,
          "must be one of " + Arrays.toString(type.getEnumConstants()));
    }
    return found;
  }

  /**
   * Returns the constants that a list of names, separated by commas, stands for; empty if absent.
   */
  public <E extends Enum<E>> Set<E> severalOf(Class<E> type, String field, String value) {
    Set<E> several = EnumSet.noneOf(type);
    if (isAbsent(value)) {
      return several;
    }
    for (String name : value.split(",", -1)) {
      Optional<E> found = constant(type, name);
      if (found.isEmpty()) {
        refuse(
            field,
            Violation.Code.NOT_A_CHOICE,
            "must be one or more, separated by commas, of "
                + Arrays.toString(type.getEnumConstants()));
        break;
      }
      several.add(found.get());
    }
    return several;
  }

  /** Returns those of these words that a list, separated by commas, names; empty if absent. */
  public Set<String> severalOf(List<String> words, String field, String value) {
    Set<String> several = new TreeSet<>();
    if (isAbsent(value)) {
      return several;
    }
    several.addAll(List.of(value.split(",", -1)));
    if (!words.containsAll(several)) {
      refuse(
          field,
          Violation.Code.NOT_A_CHOICE,
          "must be one or more, separated by commas, of " + words);
    }
    return several;
  }

  /** Returns a time, in whole microseconds; empty if absent. */
  public Optional<Instant> time(String field, String value) {
    if (isAbsent(value)) {
      return Optional.empty();
    }
    try {
      Instant time = OffsetDateTime.parse(value).toInstant().truncatedTo(ChronoUnit.MICROS);
      if (DATE_TIME.matcher(value).matches() && !time.isBefore(EARLIEST) && !time.isAfter(LATEST)) {
        return Optional.of(time);
      }
    } catch (DateTimeException notOne) {
      // Refused below.
    }
    refuse(
        field,
        Violation.Code.MALFORMED,
        "must be an RFC 3339 time such as 2026-11-30T09:30:00Z, URL-encoded");
    return Optional.empty();
  }

  /** Returns a text that matches a pattern; empty if absent. */
  public Optional<String> matching(String pattern, String field, String value, String rule) {
    if (isAbsent(value)) {
      return Optional.empty();
    }
    if (!value.matches(pattern)) {
      refuse(field, Violation.Code.MALFORMED, rule);
    }
    return Optional.of(value);
  }

  /** Returns one of these words; empty if absent. */
  public Optional<String> oneOf(List<String> words, String field, String value) {
    if (isAbsent(value)) {
      return Optional.empty();
    }
    if (!words.contains(value)) {
      refuse(field, Violation.Code.NOT_A_CHOICE, "must be one of " + words);
    }
    return Optional.of(value);
  }

  /** Returns a UUID; empty if absent. */
  public Optional<UUID> uuid(String field, String value) {
    if (isAbsent(value)) {
      return Optional.empty();
    }
    Optional<UUID> id = CanonicalUuid.parse(value);
    if (id.isEmpty()) {
      refuse(field, Violation.Code.MALFORMED, "must be a UUID");
    }
    return id;
  }

  /** Returns a text of 1 to 255 printable characters; empty if absent. */
  public Optional<String> text(String field, String value) {
    if (isAbsent(value)) {
      return Optional.empty();
    }
    if (value.codePointCount(0, value.length()) > MAX_TEXT
        || value.codePoints().anyMatch(ListParameters::isUnstorable)) {
      refuse(
          field, Violation.Code.MALFORMED, "must have 1 to " + MAX_TEXT + " printable characters");
    }
    return Optional.of(value);
  }

  private static boolean isUnstorable(int codePoint) {
    return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
  }

  /** Adds a violation, which {@link #check()} reports. */
  public void refuse(String field, Violation.Code code, String rule) {
    violations.add(new Violation(field, code, rule));
  }

  /**
   * Refuses the request if any parameter breaks a rule.
   *
   * @throws jakarta.ws.rs.WebApplicationException 400 {@code invalid-request} with all violations
   */
  public void check() {
    if (!violations.isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST).violations(violations).toException();
    }
  }

  /** Checks whether a parameter is absent or empty. */
  public static boolean isAbsent(String value) {
    return value == null || value.isEmpty();
  }

  private static <E extends Enum<E>> Optional<E> constant(Class<E> type, String name) {
    return Arrays.stream(type.getEnumConstants()).filter(e -> e.name().equals(name)).findFirst();
  }
}
