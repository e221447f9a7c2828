package dev.uketsuke.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.applications.ApplicationStatus;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Cursors are bound to this text, so a change of it refuses all cursors that clients hold. A new
 * filter may only add to it where the filter is used.
 */
class ApplicationQueryTest {

  @Test
  void cursorsOfListsWithoutTheArchiveStayValid() {
    assertEquals(
        "NEWEST ApplicationFilter[account=Optional[alice], statuses=[PAID],"
            + " clientReference=Optional[order-1], referencePrefix=false,"
            + " waybillNumber=Optional.empty, origin=Optional.empty, destination=Optional.empty,"
            + " acceptedFrom=Optional.empty, acceptedBefore=Optional.empty,"
            + " updatedSince=Optional.empty]",
        scope(false));
  }

  @Test
  void cursorOfTheArchiveIsOneOfItsOwn() {
    assertEquals(scope(false).replaceFirst("]$", ", archived=true]"), scope(true));
  }

  private static String scope(boolean archived) {
    var filter =
        new ApplicationFilter(
            Optional.of("alice"),
            EnumSet.of(ApplicationStatus.PAID),
            Optional.of("order-1"),
            false,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            archived);
    return ApplicationQuery.scope(filter, ApplicationSort.NEWEST);
  }
}
