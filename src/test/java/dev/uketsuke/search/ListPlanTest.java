package dev.uketsuke.search;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.applications.ApplicationStatus;
import dev.uketsuke.lists.Position;
import dev.uketsuke.support.Partitions;
import dev.uketsuke.support.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Each list and count that the contract offers is served by an index on 200,000 applications: no
 * table is read through, and no plan reads more rows than it needs only to throw them away.
 */
class ListPlanTest {

  private static final int ROWS = 200_000;
  private static final String BIG_ACCOUNT = "account-1";
  private static final Instant MIDDLE = Instant.parse("2026-06-01T00:00:00Z");

  private static Connection connection;

  @BeforeAll
  static void fill() throws Exception {
    var url = TestDatabase.createBeside();
    Partitions.migrate(url);
    connection = DriverManager.getConnection(url, TestDatabase.USER, TestDatabase.PASSWORD);
    try (var statement = connection.createStatement()) {
      // A tenth belongs to one account. Most have been delivered; few are open, and few of those
      // that stand where they were accepted have been noted on since.
      statement.execute(
          """
          INSERT INTO shipping_application (
            id, account_id, bucket, last_step, idempotency_key, fingerprint,
            fingerprint_version, status, accepted_at, key_expires_at, updated_at, origin, destination, parcels,
            client_reference, waybill_number)
          SELECT gen_random_uuid(), t.account,
            ('x' || left(encode(sha256(convert_to(t.account, 'UTF8')), 'hex'), 3))::bit(12)::integer,
            1, 'key-' || n, decode(repeat('00', 32), 'hex'), 1,
            CASE WHEN n %% 20 < 7
              THEN (ARRAY['ACCEPTED', 'WAREHOUSE_CHECKED', 'FEE_CONFIRMED', 'PAID', 'SHIPPED',
                'CANCELLED', 'REFUNDED'])[1 + n %% 20]
              ELSE 'DELIVERED' END,
            t.at, t.at + interval '30 days',
            CASE WHEN n %% 20 = 0 AND n %% 1000 <> 0 THEN t.at ELSE t.at + interval '1 day' END,
            (ARRAY['AU', 'JP', 'KR', 'US', 'DE'])[1 + (n * 7) %% 5],
            (ARRAY['AU', 'JP', 'KR', 'US', 'DE', 'FR', 'GB'])[1 + (n * 11) %% 7], 1,
            CASE WHEN n %% 2 = 0 THEN 'order-' || n END,
            CASE WHEN n %% 4 = 0 THEN 'WB-' || n END
          FROM generate_series(1, %d) n,
            LATERAL (SELECT timestamptz '2026-01-01Z' + n * interval '150 seconds' AS at,
              'account-' || CASE WHEN n %% 10 = 0 THEN 1 ELSE n %% 500 END AS account) t"""
              .formatted(ROWS));
      var columns =
          "id, account_id, bucket, last_step, idempotency_key, fingerprint, fingerprint_version,"
              + " status, accepted_at, key_expires_at, updated_at, origin, destination, parcels,"
              + " client_reference, waybill_number";
      statement.execute(
          "INSERT INTO archived_application (%1$s, archived_at) SELECT %1$s, now()"
                  .formatted(columns)
              + " FROM shipping_application WHERE status IN ('DELIVERED', 'CANCELLED', 'REFUNDED')");
      statement.execute("VACUUM ANALYZE shipping_application");
      statement.execute("VACUUM ANALYZE archived_application");
    }
  }

  @AfterAll
  static void close() throws Exception {
    connection.close();
  }

  @Test
  void everyListIsServedByAnIndex() throws Exception {
    var failures = new ArrayList<String>();
    for (var filter : filters()) {
      for (var sort : List.of(ApplicationSort.NEWEST, ApplicationSort.OLDEST)) {
        check(failures, filter, sort);
      }
    }
    for (var account : accounts()) {
      for (var statuses : statuses()) {
        check(failures, filter(account, statuses).build(), ApplicationSort.UPDATED);
        check(failures, filter(account, statuses).since(MIDDLE).build(), ApplicationSort.UPDATED);
      }
    }
    assertTrue(failures.isEmpty(), () -> String.join("\n", failures));
  }

  @Test
  void everyCountIsServedByAnIndex() throws Exception {
    var failures = new ArrayList<String>();
    for (var filter : filters()) {
      var values = new HashMap<String, Object>();
      var sql = CountApplications.sql(filter, values);
      explain(failures, "count " + filter, sql, values);
    }
    assertTrue(failures.isEmpty(), () -> String.join("\n", failures));
  }

  private static List<ApplicationFilter> filters() {
    var filters = new ArrayList<ApplicationFilter>();
    for (var account : accounts()) {
      for (var statuses : statuses()) {
        filters.add(filter(account, statuses).build());
        filters.add(filter(account, statuses).from(MIDDLE).build());
        filters.add(
            filter(account, statuses).from(MIDDLE).before(MIDDLE.plusSeconds(86_400)).build());
        filters.add(filter(account, statuses).before(MIDDLE).build());
      }
      filters.add(filter(account, Set.of()).reference("order-20000", false).build());
      filters.add(filter(account, Set.of()).reference("order-2000", true).build());
      filters.add(filter(account, Set.of()).waybill("WB-20000").build());
    }
    for (var statuses : statuses()) { // Within an account they filter the account's own rows.
      filters.add(filter(Optional.empty(), statuses).origin("KR").build());
      filters.add(filter(Optional.empty(), statuses).destination("FR").build());
      filters.add(filter(Optional.empty(), statuses).origin("KR").from(MIDDLE).build());
      filters.add(filter(Optional.empty(), statuses).destination("FR").before(MIDDLE).build());
    }
    for (var account : accounts()) {
      filters.add(filter(account, Set.of()).archived().build());
      filters.add(
          filter(account, EnumSet.of(ApplicationStatus.DELIVERED)).from(MIDDLE).archived().build());
      filters.add(filter(account, Set.of()).reference("order-2000", true).archived().build());
      filters.add(filter(account, Set.of()).waybill("WB-20000").archived().build());
    }
    return filters;
  }

  private static List<Optional<String>> accounts() {
    return List.of(Optional.empty(), Optional.of(BIG_ACCOUNT), Optional.of("account-77"));
  }

  private static List<Set<ApplicationStatus>> statuses() {
    return List.of(
        Set.of(),
        EnumSet.of(ApplicationStatus.PAID),
        EnumSet.of(ApplicationStatus.DELIVERED),
        EnumSet.of(ApplicationStatus.ACCEPTED, ApplicationStatus.DELIVERED));
  }

  private static Builder filter(Optional<String> account, Set<ApplicationStatus> statuses) {
    return new Builder(account, statuses);
  }

  private static void check(List<String> failures, ApplicationFilter filter, ApplicationSort sort)
      throws Exception {
    for (var after :
        List.of(Optional.<Position>empty(), Optional.of(new Position(MIDDLE, UUID.randomUUID())))) {
      var values = new HashMap<String, Object>();
      var conditions = new ArrayList<String>();
      if (sort == ApplicationSort.UPDATED) {
        conditions.add("a.updated_at < :final");
        values.put("final", MIDDLE.plusSeconds(10_000_000));
      }
      var query = new ApplicationQuery(filter, sort, 21, after);
      explain(
          failures,
          sort + " " + after.isPresent() + " " + filter,
          ListApplications.sql(query, conditions, values),
          values);
    }
  }

  private static void explain(
      List<String> failures, String what, String sql, Map<String, Object> values) throws Exception {
    var names = new ArrayList<String>();
    var bound = new StringBuilder();
    Matcher name = Pattern.compile(":([a-zA-Z]+)").matcher(sql.replace("{a.*}", "a.*"));
    while (name.find()) {
      names.add(name.group(1));
      name.appendReplacement(bound, "?");
    }
    name.appendTail(bound);
    try (PreparedStatement explain =
        connection.prepareStatement("EXPLAIN (ANALYZE, FORMAT JSON) " + bound)) {
      for (int i = 0; i < names.size(); i++) {
        var value = values.get(names.get(i));
        explain.setObject(
            i + 1,
            value instanceof Instant at ? OffsetDateTime.ofInstant(at, ZoneOffset.UTC) : value);
      }
      try (var row = explain.executeQuery()) {
        row.next();
        JsonNode plan = new ObjectMapper().readTree(row.getString(1)).get(0).path("Plan");
        inspect(failures, what, plan);
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
    if (thrownAway > Math.max(kept, 30)) {
      failures.add("throws %s away and keeps %s: %s".formatted(thrownAway, kept, what));
    }
    if (node.path("Node Type").asText().equals("Sort") && kept > 2_000) {
      failures.add("sorts %s: %s".formatted(kept, what));
    }
    node.path("Plans").forEach(child -> inspect(failures, what, child));
  }

  /** Makes a filter. */
  private static final class Builder {
    private final Optional<String> account;
    private final Set<ApplicationStatus> statuses;
    private String reference;
    private boolean prefix;
    private String waybill;
    private String origin;
    private String destination;
    private Instant from;
    private Instant before;
    private Instant since;
    private boolean archived;

    Builder(Optional<String> account, Set<ApplicationStatus> statuses) {
      this.account = account;
      this.statuses = statuses;
    }

    Builder reference(String value, boolean beginning) {
      reference = value;
      prefix = beginning;
      return this;
    }

    Builder waybill(String value) {
      waybill = value;
      return this;
    }

    Builder origin(String value) {
      origin = value;
      return this;
    }

    Builder destination(String value) {
      destination = value;
      return this;
    }

    Builder from(Instant value) {
      from = value;
      return this;
    }

    Builder before(Instant value) {
      before = value;
      return this;
    }

    Builder since(Instant value) {
      since = value;
      return this;
    }

    Builder archived() {
      archived = true;
      return this;
    }

    ApplicationFilter build() {
      return new ApplicationFilter(
          account,
          statuses,
          Optional.ofNullable(reference),
          prefix,
          Optional.ofNullable(waybill),
          Optional.ofNullable(origin),
          Optional.ofNullable(destination),
          Optional.ofNullable(from),
          Optional.ofNullable(before),
          Optional.ofNullable(since),
          archived);
    }
  }
}
