package dev.uketsuke.lists;

import static org.eclipse.microprofile.openapi.annotations.enums.SchemaType.INTEGER;

import jakarta.ws.rs.QueryParam;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;

/** Which page of a list a request asks for, as every list takes it. */
public class PageRequest {

  @Parameter(
      description = "1 to 100, 20 by default.",
      schema = @Schema(type = INTEGER, minimum = "1", maximum = "100", defaultValue = "20"))
  @QueryParam("limit")
  String limit;

  @Parameter(description = "nextCursor of the page before.")
  @QueryParam("cursor")
  String cursor;

  /**
   * Returns which page is asked for, of a list that reads its filters itself.
   *
   * @param parameters of the list; what is wrong is noted there, and {@link ListParameters#check}
   *     is left to the list
   */
  public <E extends Enum<E>> ListQuery<E> query(ListParameters parameters) {
    return new ListQuery<>(Optional.<E>empty(), parameters.limit(limit), parameters.cursor(cursor));
  }

  /**
   * What is asked for.
   *
   * @param name of the parameter that says in which state
   * @param state its value; null for any
   * @throws jakarta.ws.rs.WebApplicationException 400 {@code invalid-request} if anything is wrong
   */
  public <E extends Enum<E>> ListQuery<E> query(Class<E> type, String name, String state) {
    ListParameters parameters = new ListParameters();
    ListQuery<E> query =
        new ListQuery<>(
            parameters.oneOf(type, name, state),
            parameters.limit(limit),
            parameters.cursor(cursor));
    parameters.check();
    return query;
  }
}
