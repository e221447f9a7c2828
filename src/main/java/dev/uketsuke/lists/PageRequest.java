package dev.uketsuke.lists;

import static org.eclipse.microprofile.openapi.annotations.enums.SchemaType.INTEGER;

import jakarta.ws.rs.QueryParam;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** The parameters by which a request asks for one page, as every list has them. */
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
   * Returns the page that a list with one filter by state, newest first, is asked for.
   *
   * @param name of the parameter that says in which state
   * @param state its value; null for any
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
   * Returns which page is asked for, of a list that reads its filters itself.
   *
   * @param parameters of the list; what is wrong is noted there, and {@link ListParameters#check}
   *     is left to the list
   * @param scope the filters, in any form that is equal for equal filters
   */
  public <E extends Enum<E>> ListQuery<E> query(ListParameters parameters, String scope) {
    return new ListQuery<>(
        Optional.<E>empty(),
        limit(parameters),
        position(parameters, scope).map(Position::id),
        scope);
  }

  /** Returns the page size, and notes if it is none. */
  public int limit(ListParameters parameters) {
    return parameters.limit(limit);
  }

  /**
   * Returns the position after which the page begins, and notes if the cursor is not good for this
   * list.
   *
   * @param scope filters and sort order, in any form that is equal for equal lists
   * @return empty for the first page
   */
  public Optional<Position> position(ListParameters parameters, String scope) {
    return parameters.cursor(scope, cursor);
  }

  /** Checks whether the request asks for a certain page. */
  public boolean isGiven() {
    return !ListParameters.isAbsent(limit) || !ListParameters.isAbsent(cursor);
  }
}
