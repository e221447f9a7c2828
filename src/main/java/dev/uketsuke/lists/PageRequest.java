package dev.uketsuke.lists;

import static org.eclipse.microprofile.openapi.annotations.enums.SchemaType.INTEGER;

import jakarta.ws.rs.QueryParam;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** The query parameters {@code limit} and {@code cursor}, which every list has. */
public class PageRequest {

  @Parameter(
      description = "How many items the page has at most: 1 to 100, 20 by default.",
      schema = @Schema(type = INTEGER, minimum = "1", maximum = "100", defaultValue = "20"))
  @QueryParam("limit")
  String limit;

  @Parameter(
      description =
          "nextCursor of the page before. It is good only together with the same filters and sort"
              + " order; with others it is refused with 400.")
  @QueryParam("cursor")
  String cursor;

  /**
   * Returns the requested page of a list that has one filter by state and shows newest items first.
   *
   * @param type the possible states
   * @param name the name of the filter's parameter
   * @param state the value of the filter's parameter; null for any state
   * @throws jakarta.ws.rs.WebApplicationException 400 {@code invalid-request} if anything is wrong
   */
  public <E extends Enum<E>> ListQuery<E> query(Class<E> type, String name, String state) {
    ListParameters parameters = new ListParameters();
    Optional<E> wanted = parameters.oneOf(type, name, state);
    String scope = type.getSimpleName() + wanted;
    ListQuery<E> query =
        new ListQuery<>(
            wanted, limit(parameters), position(parameters, scope).map(Position::id), scope);
    parameters.check();
    return query;
  }

  /**
   * Returns the requested page of a list that reads its filters itself.
   *
   * @param parameters collects violations; the caller has to call {@link ListParameters#check}
   * @param scope the filters, as a text that is equal for equal filters
   */
  public <E extends Enum<E>> ListQuery<E> query(ListParameters parameters, String scope) {
    return new ListQuery<>(
        Optional.<E>empty(),
        limit(parameters),
        position(parameters, scope).map(Position::id),
        scope);
  }

  /** Returns the page size, and adds a violation to {@code parameters} if it is not valid. */
  public int limit(ListParameters parameters) {
    return parameters.limit(limit);
  }

  /**
   * Returns the position after which the page begins, and adds a violation to {@code parameters} if
   * the cursor does not belong to this list.
   *
   * @param scope filters and sort order, as a text that is equal for equal lists
   * @return the position; empty for the first page
   */
  public Optional<Position> position(ListParameters parameters, String scope) {
    return parameters.cursor(scope, cursor);
  }

  /** Checks whether the request has a limit or a cursor. */
  public boolean isGiven() {
    return !ListParameters.isAbsent(limit) || !ListParameters.isAbsent(cursor);
  }
}
