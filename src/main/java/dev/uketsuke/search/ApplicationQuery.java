package dev.uketsuke.search;

import dev.uketsuke.applications.ShippingApplication;
import dev.uketsuke.lists.Position;
import java.util.Optional;

/**
 * One page of applications that a client asks for.
 *
 * @param filter which applications
 * @param sort in which order
 * @param limit how many at most
 * @param after where the page before ended; empty for the first page
 */
record ApplicationQuery(
    ApplicationFilter filter, ApplicationSort sort, int limit, Optional<Position> after) {

  /** Returns the same list from another position on. */
  ApplicationQuery page(int newLimit, Optional<Position> newAfter) {
    return new ApplicationQuery(filter, sort, newLimit, newAfter);
  }

  /** Returns what a cursor of this list is good for. */
  String scope() {
    return scope(filter, sort);
  }

  static String scope(ApplicationFilter filter, ApplicationSort sort) {
    return sort + " " + filter;
  }

  /** Returns the sort key of an application in this list. */
  Position positionOf(ShippingApplication application) {
    return new Position(sort.timeOf(application), application.id());
  }
}
