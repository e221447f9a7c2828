package dev.uketsuke.search;

import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.lists.Position;
import java.util.Optional;

/**
 * A client's request for one page of applications.
 *
 * @param filter the filters of the list
 * @param sort the order of the list
 * @param limit the greatest number of items
 * @param after the position at which the page before ended; empty for the first page
 */
record ApplicationQuery(
    ApplicationFilter filter, ApplicationSort sort, int limit, Optional<Position> after) {

  /** How the text of a filter ends that is not about the archive. */
  private static final String NOT_ARCHIVED = ", archived=false]";

  /** Returns a request for the same list with another limit and position. */
  ApplicationQuery page(int newLimit, Optional<Position> newAfter) {
    return new ApplicationQuery(filter, sort, newLimit, newAfter);
  }

  /** Returns the filters and the order as a text, to which cursors of this list are bound. */
  String scope() {
    return scope(filter, sort);
  }

  /**
   * Returns the scope of a list. The filter {@code archived} is part of the text only when it is
   * set, so cursors from the version before that filter existed go on being accepted.
   */
  static String scope(ApplicationFilter filter, ApplicationSort sort) {
    String text = sort + " " + filter;
    return filter.archived()
        ? text
        : text.substring(0, text.length() - NOT_ARCHIVED.length()) + "]";
  }

  /** Returns the sort key of an application in this list. */
  Position positionOf(ShippingApplication application) {
    return new Position(sort.timeOf(application), application.id());
  }
}
