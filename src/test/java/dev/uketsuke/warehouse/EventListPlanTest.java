package dev.uketsuke.warehouse;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.database.Parameters;
import dev.uketsuke.inbox.InboxState;
import dev.uketsuke.lists.NewestFirst;
import dev.uketsuke.lists.Position;
import dev.uketsuke.support.Partitions;
import dev.uketsuke.support.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each page of received events is served by an index on 100,000 events of which few are open: no
 * table is read through, and no plan reads more rows than it needs only to throw them away.
 */
class EventListPlanTest {

  private static final Instant MIDDLE = Instant.parse("2026-06-01T00:00:00Z");
  private static final UUID APPLICATION = new UUID(0, 500);

  private static String url;
  private static Connection connection;

  @BeforeAll
  static void fill() throws Exception {
    url = TestDatabase.createBeside();
    Partitions.migrate(url);
    connection = DriverManager.getConnection(url, TestDatabase.USER, TestDatabase.PASSWORD);
    try (var statement = connection.createStatement()) {
      // Three events for each application; many were settled in the course of years, few are open.
      statement.execute(
          """
          INSERT INTO inbox (id, source, message_id, type, subject, data, digest, state, reason,
            received_at, note, settled_at)
          SELECT gen_random_uuid(), '/warehouse/1', 'event-' || n,
            (ARRAY['warehouse.parcel-checked', 'warehouse.parcel-shipped',
              'warehouse.parcel-delivered'])[1 + n % 3],
            lpad(to_hex(n / 3), 32, '0')::uuid, '{}', decode(repeat('00', 32), 'hex'), s.state,
            CASE WHEN s.state IN ('PARKED', 'SETTLED')
              THEN (ARRAY['APPLICATION_UNKNOWN', 'NO_LONGER_POSSIBLE'])[1 + n % 2] END,
            timestamptz '2026-01-01Z' + n * interval '260 seconds',
            CASE WHEN s.state = 'SETTLED' THEN 'note' END,
            CASE WHEN s.state = 'SETTLED' THEN now() END
          FROM generate_series(1, 100000) n, LATERAL (SELECT CASE
            WHEN n % 500 = 1 THEN 'PARKED' WHEN n % 500 = 2 THEN 'WAITING'
            WHEN n % 5 = 3 THEN 'SETTLED' ELSE 'APPLIED' END AS state) s""");
      statement.execute(
          """
          INSERT INTO dead_letter (id, topic, partition, record_offset, digest, headers, reason,
            state, received_at, note, settled_at, application_id)
          SELECT gen_random_uuid(), 'warehouse-events', 0, n, '', '[]', 'reason',
            CASE WHEN n % 500 = 1 THEN 'OPEN' ELSE 'SETTLED' END,
            timestamptz '2026-01-01Z' + n * interval '520 seconds',
            CASE WHEN n % 500 <> 1 THEN 'note' END, CASE WHEN n % 500 <> 1 THEN now() END,
            CASE WHEN n % 2 = 1 THEN lpad(to_hex(n / 3), 32, '0')::uuid END
          FROM generate_series(1, 50000) n""");
      statement.execute("VACUUM ANALYZE inbox, dead_letter");
    }
  }

  @AfterAll
  static void drop() throws Exception {
    connection.close();
    TestDatabase.drop(url);
  }

  @Test
  void everyPageOfEventsIsServedByAnIndex() throws Exception {
    var failures = new ArrayList<String>();
    for (var states : states()) {
      for (var window : windows()) {
        for (var reasons : List.of(Set.<String>of(), Set.of("NO_LONGER_POSSIBLE"))) {
          if (!reasons.isEmpty() && !states.isEmpty()) {
            continue; // A reason says the state, but for settled events.
          }
          check(failures, filter(states, reasons, Set.of(), Optional.empty(), window));
        }
        check(failures, filter(states, Set.of(), Set.of(), Optional.of(APPLICATION), window));
        check(
            failures,
            filter(states, Set.of(), Set.of("warehouse.parcel-shipped"), Optional.empty(), window));
      }
    }
    assertTrue(failures.isEmpty(), () -> String.join("\n", failures));
  }

  @Test
  void everyPageOfDeadLettersIsServedByAnIndex() throws Exception {
    var failures = new ArrayList<String>();
    for (var state : List.of("", "state = 'OPEN'", "state = 'SETTLED'")) {
      for (var window : windows()) {
        for (var application : List.of(Optional.<UUID>empty(), Optional.of(APPLICATION))) {
          for (var after : positions()) {
            var alternatives =
                state.isEmpty()
                    ? List.of("state = 'OPEN'", "state = 'APPLIED'", "state = 'SETTLED'")
                    : List.of(state);
            var page =
                new NewestFirst("id, received_at, state", "dead_letter")
                    .received(window.from(), window.before())
                    .where("application_id = ?", application)
                    .page(alternatives, after, 21);
            explain(failures, state + window + application + after, page);
          }
        }
      }
    }
    assertTrue(failures.isEmpty(), () -> String.join("\n", failures));
  }

  private static List<Set<InboxState>> states() {
    return List.of(
        Set.of(),
        EnumSet.of(InboxState.PARKED),
        EnumSet.of(InboxState.APPLIED),
        EnumSet.of(InboxState.PARKED, InboxState.SETTLED));
  }

  private record Window(Optional<Instant> from, Optional<Instant> before) {}

  private static List<Window> windows() {
    Optional<Instant> none = Optional.empty();
    return List.of(
        new Window(none, none),
        new Window(Optional.of(MIDDLE), none),
        new Window(none, Optional.of(MIDDLE)),
        new Window(Optional.of(MIDDLE), Optional.of(MIDDLE.plusSeconds(86_400))));
  }

  private static List<Optional<Position>> positions() {
    return List.of(Optional.empty(), Optional.of(new Position(MIDDLE, UUID.randomUUID())));
  }

  private static EventFilter filter(
      Set<InboxState> states,
      Set<String> reasons,
      Set<String> types,
      Optional<UUID> application,
      Window window) {
    return new EventFilter(states, reasons, types, application, window.from(), window.before());
  }

  private static void check(List<String> failures, EventFilter filter) throws Exception {
    for (var after : positions()) {
      explain(failures, filter + " " + after, filter.page(ListEvents.COLUMNS, after, 21));
    }
  }

  private static void explain(List<String> failures, String what, NewestFirst.Statement page)
      throws Exception {
    try (var explain =
        connection.prepareStatement("EXPLAIN (ANALYZE, FORMAT JSON) " + page.sql())) {
      new Parameters(explain).addAll(page.values());
      try (var row = explain.executeQuery()) {
        row.next();
        inspect(failures, what, new ObjectMapper().readTree(row.getString(1)).get(0).path("Plan"));
      }
    }
  }

  private static void inspect(List<String> failures, String what, JsonNode node) {
    if (node.path("Node Type").asText().equals("Seq Scan")) {
      failures.add("reads the whole table: " + what);
    }
    double loops = node.path("Actual Loops").asDouble();
    double thrownAway = node.path("Rows Removed by Filter").asDouble() * loops;
    double kept = node.path("Actual Rows").asDouble() * loops;
    if (thrownAway > 100) {
      failures.add("throws %s away and keeps %s: %s".formatted(thrownAway, kept, what));
    }
    if (kept > 100) {
      failures.add("%s gives %s: %s".formatted(node.path("Node Type").asText(), kept, what));
    }
    node.path("Plans").forEach(child -> inspect(failures, what, child));
  }
}
