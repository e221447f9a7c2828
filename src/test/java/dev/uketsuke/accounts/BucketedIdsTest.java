package dev.uketsuke.accounts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Concurrently;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What ids look like, for ever: issued ones cannot be changed. */
class BucketedIdsTest {

  /** The vectors of docs/scaling.md. */
  @ParameterizedTest
  @CsvSource({
    "https://identity.example/realms/uketsuke|alice, 3755",
    "https://identity.example/realms/uketsuke|bob, 624",
    "'', 3643",
    "受付|ü, 3412"
  })
  void bucketOfAnAccountIsTheHeadOfItsHash(String account, int bucket) {
    assertEquals(bucket, Bucket.of(account));
  }

  @ParameterizedTest
  @CsvSource({
    "1764633600000, 0,                   0,    019adc5b-e000-7000-8000-000000000000",
    "1764633600000, 4611686018427387903, 4095, 019adc5b-e000-7fff-bfff-ffffffffffff",
    "1764633600000, 0,                   2735, 019adc5b-e000-7000-8000-000000000aaf",
    "1764633600000, 1311768467463790320, 1180, 019adc5b-e000-748d-8567-89abcdef049c",
    "281474976710655, 1,                 1,    ffffffff-ffff-7000-8000-000000001001"
  })
  void idIsLaidOutAsDescribed(long millis, long random, int bucket, UUID id) {
    assertEquals(id, BucketedIds.id(millis, random, bucket));
    assertEquals(bucket, Bucket.in(id));
  }

  @Test
  void idsAreVersionSevenInTheOrderOfTheirMaking() {
    var ids = new BucketedIds(fixed(), new Random(1));
    var texts = new ArrayList<String>();
    for (int i = 0; i < 10_000; i++) {
      var id = ids.next(i % Bucket.COUNT);
      assertEquals(7, id.version());
      assertEquals(2, id.variant());
      assertEquals(i % Bucket.COUNT, Bucket.in(id));
      texts.add(id.toString());
    }
    assertEquals(texts.stream().sorted().distinct().toList(), texts);
  }

  @Test
  void exhaustedMillisecondGoesOnInTheNext() {
    var highest =
        new Random() {
          @Override
          public long nextLong() {
            return -1;
          }
        };
    var ids = new BucketedIds(fixed(), highest);
    var first = ids.next(7);
    var second = ids.next(7);
    assertTrue(first.toString().compareTo(second.toString()) < 0, first + " " + second);
    assertEquals(
        first.getMostSignificantBits() >>> 16, (second.getMostSignificantBits() >>> 16) - 1);
  }

  @Test
  void manyThreadsGetNoIdTwice() throws Exception {
    var ids = new BucketedIds();
    var made =
        Concurrently.run(
            8,
            thread -> {
              var own = new ArrayList<UUID>();
              for (int i = 0; i < 5_000; i++) {
                own.add(ids.next(0));
              }
              return own;
            });
    var all = new HashSet<UUID>();
    made.forEach(all::addAll);
    assertEquals(40_000, all.size());
  }

  private static Clock fixed() {
    return Clock.fixed(Instant.ofEpochMilli(1764633600000L), ZoneOffset.UTC);
  }
}
