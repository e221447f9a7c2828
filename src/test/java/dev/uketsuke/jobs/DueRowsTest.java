package dev.uketsuke.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.uketsuke.database.EngineSettings.Engine;
import dev.uketsuke.support.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rows that others hold are passed over, and do not make a batch slow. */
class DueRowsTest {

  private static final Set<Integer> FREE = Set.of(1, 10);

  @Test
  void rowsThatOthersHoldArePassedOverPageByPage() throws SQLException {
    var pages = new ArrayList<Integer>();
    int done = take(2, pages);
    assertEquals(2, done);
    assertEquals(List.of(2, 2, 2, 2, 2), pages);
  }

  @Test
  void whatIsLeftIsOnlyWhatOthersHold() throws SQLException {
    var pages = new ArrayList<Integer>();
    assertEquals(2, take(6, pages));
    assertEquals(List.of(6, 4), pages);
  }

  private static int take(int limit, List<Integer> pages) throws SQLException {
    try (var connection = TestDatabase.connect();
        var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TEMP TABLE thing AS SELECT 0 AS bucket,"
              + " ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid AS id,"
              + " timestamptz 'epoch' + n * interval '1 second' AS at FROM generate_series(1, 10) n");
      return new DueRows(() -> Engine.POSTGRESQL)
          .take(
              connection,
              new RetentionStep.Oldest("thing", "at", "true", Duration.ZERO),
              Instant.EPOCH.plusSeconds(1000),
              limit,
              (buckets, ids) -> {
                pages.add(ids.length);
                return (int) Stream.of(ids).filter(DueRowsTest::isFree).count();
              });
    }
  }

  private static boolean isFree(UUID id) {
    return FREE.contains(Integer.parseInt(id.toString().substring(24)));
  }
}
