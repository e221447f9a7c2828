package dev.uketsuke.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.uketsuke.idempotency.Fingerprint.Comparison;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Same content, same fingerprint; other content, another one. */
class FingerprintTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theVectorOfTheDesignHolds() {
    Fingerprint fingerprint =
        Fingerprint.ofJson("{\"origin\":\"AU\",\"destination\":\"KR\",\"parcels\":1}");
    assertEquals(1, fingerprint.version());
    assertEquals(
        "73cb68171cd23bc8171fc14020345177e60e66560583f07e3f2fb3a4e74cd763",
        HexFormat.of().formatHex(fingerprint.digest()));
  }

  @Test
  void storedFingerprintsAreComparedByTheRuleTheyWereMadeBy() {
    var thisRelease = FingerprintRules.OF_THIS_RELEASE;
    var nextRelease =
        new FingerprintRules(
            2,
            Map.of(
                1,
                json -> thisRelease.apply(1, json).orElseThrow().digest(),
                2,
                json -> IdempotencyKey.sha256(("2" + json).getBytes(StandardCharsets.UTF_8))));
    var older = thisRelease.apply("{\"n\":1}");
    var newer = nextRelease.apply("{\"n\":1}");

    assertEquals(2, newer.version());
    assertNotEquals(older, newer);
    assertEquals(Comparison.SAME, older.compare("{ \"n\": 1.0 }", nextRelease));
    assertEquals(Comparison.OTHER, older.compare("{\"n\":2}", nextRelease));
    assertEquals(Comparison.SAME, newer.compare("{\"n\":1}", nextRelease));
    assertEquals(Comparison.OTHER, newer.compare("{\"n\":2}", nextRelease));
    assertEquals(Comparison.UNKNOWN_RULE, newer.compare("{\"n\":1}", thisRelease));
  }

  @Property(tries = 200)
  void orderAndWhiteSpaceOfMembersDoNotCount(
      @ForAll @Size(max = 8) Map<String, Integer> members, @ForAll long seed) throws Exception {
    List<String> names = new ArrayList<>(members.keySet());
    Collections.shuffle(names, new Random(seed));
    ObjectNode one = JsonNodeFactory.instance.objectNode();
    ObjectNode other = JsonNodeFactory.instance.objectNode();
    members.forEach(one::put);
    names.forEach(name -> other.put(name, members.get(name)));
    assertEquals(
        Fingerprint.ofJson(one.toString()),
        Fingerprint.ofJson(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(other)));
  }

  @Property(tries = 200)
  void orderOfAnArrayCounts(@ForAll @Size(min = 2, max = 5) List<String> items) {
    List<String> reversed = new ArrayList<>(items);
    Collections.reverse(reversed);
    Assume.that(!reversed.equals(items));
    assertNotEquals(Fingerprint.ofJson(array(items)), Fingerprint.ofJson(array(reversed)));
  }

  @Property(tries = 200)
  void differentNumbersDiffer(
      @ForAll @IntRange(min = 1, max = 30_000_000) int one,
      @ForAll @IntRange(min = 1, max = 30_000_000) int other) {
    Assume.that(one != other);
    assertNotEquals(Fingerprint.ofJson("{\"n\":" + one + "}"), ofNumber(other));
    assertEquals(Fingerprint.ofJson("{\"n\":" + one + ".0}"), ofNumber(one));
  }

  private static Fingerprint ofNumber(int number) {
    return Fingerprint.ofJson("{\"n\":" + number + "}");
  }

  private static String array(List<String> items) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    items.forEach(array::add);
    return array.toString();
  }
}
