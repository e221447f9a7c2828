package dev.uketsuke.lists;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the query parameters of lists; all that is wrong is told at once, as 400. */
final class ListParameters {

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
