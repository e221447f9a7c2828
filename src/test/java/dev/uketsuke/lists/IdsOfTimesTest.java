package dev.uketsuke.lists;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.uuid.Generators;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The bounds of a range of times leave out no id that was made in it. */
class IdsOfTimesTest {

  @Test
  void idsOfTheRangeAreWithinTheBounds() {
    var from = Instant.now();
    var id = Generators.timeBasedEpochGenerator().generate();
    var before = Instant.now().plusMillis(1);

    assertTrue(text(IdsOfTimes.lowest(from)).compareTo(text(id)) < 0);
    assertTrue(text(id).compareTo(text(IdsOfTimes.highest(before))) < 0);
    // Clocks may differ.
    assertTrue(text(IdsOfTimes.lowest(before.plusSeconds(599))).compareTo(text(id)) < 0);
    assertTrue(text(id).compareTo(text(IdsOfTimes.highest(from.minusSeconds(599)))) < 0);
  }

  /** PostgreSQL compares UUIDs like their texts; Java does not. */
  private static String text(UUID id) {
    return id.toString();
  }
}
