package dev.uketsuke.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.uketsuke.support.RealParts;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Only a well-formed trace context is passed on. */
@QuarkusTest
@RealParts
class CurrentTraceTest {

  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @Inject CurrentTrace currentTrace;

  @Test
  void workIsDoneInTheTraceOfAMessageAndThenNoMore() throws Exception {
    assertEquals(TRACE, CurrentTrace.during(TRACE, currentTrace::traceparent));
    assertNull(currentTrace.traceparent());
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nX: y"
      })
  void whatIsMalformedIsNotPassedOn(String value) throws Exception {
    assertNull(CurrentTrace.during(value, currentTrace::traceparent));
  }
}
