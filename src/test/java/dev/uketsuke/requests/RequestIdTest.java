package dev.uketsuke.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

/** Work for another request, or for none, must not be logged under the id of this one. */
class RequestIdTest {

  @Test
  void workIsNamedByItsOwnRequestAndTheThreadByItsOwnAfterwards() {
    RequestId.during(
        "this",
        () -> {
          assertEquals("other", RequestId.during("other", RequestId::current));
          assertEquals("this", RequestId.current());
          assertNull(RequestId.during(null, RequestId::current), "it is for no request");
          assertEquals("this", RequestId.current());
          return null;
        });
    assertNull(RequestId.current());
  }
}
