package dev.uketsuke.lists;

import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Reads the query parameters of lists, in the same words for every list.
 *
 * <p>Guarantee: a parameter that makes no sense is refused, all of them in one answer (400). Rules
 * out that a misspelt filter lists, or settles, everything.
 */
public final class ListParameters {

  private static final int LONGEST_TEXT = 255;

  /** RFC 3339 §5.6; Java's own parser would also take times without seconds. */
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");

  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 100;

  private final List<Violation> violations = new ArrayList<>();

  /** The page size: 1 to 100, 20 if absent. */
  public int limit(String value) {
    if (isAbsent(value)) {
      return DEFAULT_LIMIT;
    }
    int limit = value.matches("[0-9]{1,3}") ? Integer.parseInt(value) : 0;
    if (limit < 1 || limit > MAX_LIMIT) {
      violations.add(
          new Violation(
              "limit",
              Violation.Code.OUT_OF_RANGE,
              "must be a whole number from 1 to " + MAX_LIMIT));
    }
    return limit;
  }

  /** The item after which the page begins; empty for the first page. */
  public Optional<UUID> cursor(String value) {
    if (isAbsent(value)) {
      return Optional.empty();
    }
    Optional<UUID> id = Cursor.read(value);
    if (id.isEmpty()) {
      violations.add(
          new Violation(
              "cursor", Violation.Code.MALFORMED, "must be the nextCursor of an earlier answer"));
    }
    return id;
  }

  /** One of an enum's names; empty for any. */
  public <E extends Enum<E>> Optional<E> oneOf(Class<E> type, String field, String value) {
    if (isAbsent(value)) {
      return Optional.empty();
    }
    E[] known = type.getEnumConstants();
    Optional<E> found = Arrays.stream(known).filter(e -> e.name().equals(value)).findFirst();
    if (found.isEmpty()) {
      violations.add(
          new Violation(
              field, Violation.Code.NOT_A_CHOICE, "must be one of " + Arrays.toString(known)));
    }
    return found;
  }

  /** Returns those of an enum's names that the value lists, separated by commas; empty for any. */
  public <E extends Enum<E>> Set<E> someOf(Class<E> type, String field, String value) {
    Set<E> found = EnumSet.noneOf(type);
    if (!isAbsent(value)) {
      for (String name : value.split(",", -1)) {
        oneOf(type, field, name.isEmpty() ? "," : name).ifPresent(found::add);
      }
    }
    return found;
  }

  /** Returns one of these words; null if absent. */
  public String oneOf(List<String> words, String field, String value) {
    if (isAbsent(value)) {
      return null;
    }
    return words.contains(value) ? value : refuse(field, "must be one of " + words);
  }

  /** Returns a UUID; null if absent. */
  public UUID uuid(String field, String value) {
    if (isAbsent(value)) {
      return null;
    }
    return CanonicalUuid.parse(value).orElseGet(() -> refuse(field, "must be a UUID"));
  }

  /** Returns a point in time, RFC 3339 with offset; null if absent. */
  public Instant time(String field, String value) {
    if (isAbsent(value)) {
      return null;
    }
    try {
      if (DATE_TIME.matcher(value).matches()) {
        return OffsetDateTime.parse(value).toInstant();
      }
    } catch (DateTimeException noSuchTime) {
      // Refused below, like any other text.
    }
    return refuse(field, "must be an RFC 3339 date-time with offset");
  }

  /** Returns a text of 1 to 255 characters; null if absent. */
  public String text(String field, String value) {
    if (isAbsent(value)) {
      return null;
    }
    boolean usable =
        value.codePointCount(0, value.length()) <= LONGEST_TEXT
            && value.codePoints().noneMatch(ListParameters::isUnstorable);
    return usable ? value : refuse(field, "must be 1 to " + LONGEST_TEXT + " printable characters");
  }

  private static boolean isUnstorable(int codePoint) {
    return Character.isISOControl(codePoint) || Character.getType(codePoint) == Character.SURROGATE;
  }

  private <T> T refuse(String field, String message) {
    violations.add(new Violation(field, message));
    return null;
  }

  /**
   * Ends the reading.
   *
   * @throws jakarta.ws.rs.WebApplicationException 400 {@code invalid-request} if anything was wrong
   */
  public void check() {
    if (!violations.isEmpty()) {
      throw Problem.of(ProblemType.INVALID_REQUEST).violations(violations).toException();
    }
  }

  private static boolean isAbsent(String value) {
    return value == null || value.isEmpty();
  }
}
