package dev.uketsuke.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Migrations run beside the release before them and beside its load, so none of them may hold a
 * table for long. {@code MigrateSchema} bounds the wait for locks; these rules bound the work that
 * is done under them.
 */
class MigrationRulesTest {

  private static final Path MIGRATIONS = Path.of("src/main/resources/db/migration");
  private static final int FIRST_UNDER_THE_RULES = 12;

  private static final String VALIDATE = "a constraint is added NOT VALID, then validated";
  private static final String CONCURRENTLY = "an index is built CONCURRENTLY, in its own script";
  private static final String REWRITE = "no table is written anew";

  private static final String PLACEHOLDER =
      "an index of a table that may be partitioned is built and dropped ${concurrently}";

  private static final Pattern LITERAL =
      Pattern.compile(
          "(?i)INDEX CONCURRENTLY \\w+\\s+ON\\s+(shipping_application|application_history|outbox)\\b");

  /** From here on a script may meet tables that are divided into partitions. */
  private static final int FIRST_ON_PARTITIONS = 60;

  /** What breaks a rule, and why it may. A line that is not needed fails the test. */
  private static final Map<String, Map<String, String>> EXEMPT = exemptions();

  private static Map<String, Map<String, String>> exemptions() {
    var exempt = new TreeMap<String, Map<String, String>>();
    var beforeTheFirstRelease = "no release before it exists, so nothing serves beside it";
    exempt.put(
        "V12",
        Map.of(
            VALIDATE, beforeTheFirstRelease,
            CONCURRENTLY, beforeTheFirstRelease,
            REWRITE, beforeTheFirstRelease));
    exempt.put("V20", Map.of(CONCURRENTLY, beforeTheFirstRelease));
    return exempt;
  }

  @Test
  void scriptsKeepTheRulesOrHaveAReason() throws IOException {
    var broken = new TreeMap<String, Set<String>>();
    var expected = new TreeMap<String, Set<String>>();
    var scripts = new TreeMap<Integer, String>();
    try (var files = Files.list(MIGRATIONS)) {
      for (var file : files.toList()) {
        var version = file.getFileName().toString().replaceFirst("__.*", "").substring(1);
        scripts.put(Integer.valueOf(version), Files.readString(file));
      }
    }
    scripts
        .tailMap(FIRST_UNDER_THE_RULES)
        .forEach(
            (version, script) -> {
              var rules =
                  brokenBy(script, String.join("\n", scripts.tailMap(version, false).values()));
              if (version >= FIRST_ON_PARTITIONS && LITERAL.matcher(script).find()) {
                rules.add(PLACEHOLDER);
              }
              if (!rules.isEmpty()) {
                broken.put("V" + version, rules);
              }
            });
    EXEMPT.forEach((version, reasons) -> expected.put(version, new TreeSet<>(reasons.keySet())));
    assertEquals(expected.toString(), broken.toString(), "rules that are broken, against EXEMPT");
  }

  @ParameterizedTest
  @MethodSource("samples")
  void ruleSeesWhatItIsFor(String sql, Set<String> rules) {
    assertEquals(rules, brokenBy(sql, ""));
  }

  @Test
  void constraintMayBeValidatedByALaterScript() {
    var add = "ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0) NOT VALID;";
    assertEquals(Set.of(), brokenBy(add, "ALTER TABLE t VALIDATE CONSTRAINT c;"));
    assertEquals(Set.of(VALIDATE), brokenBy(add, "ALTER TABLE t VALIDATE CONSTRAINT d;"));
  }

  static Stream<Arguments> samples() {
    return Stream.of(
        arguments("ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0);", Set.of(VALIDATE)),
        arguments("ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0) NOT VALID;", Set.of(VALIDATE)),
        arguments(
            "ALTER TABLE t ADD CONSTRAINT c CHECK (a > 0) NOT VALID; ALTER TABLE t VALIDATE CONSTRAINT c;",
            Set.of()),
        arguments("ALTER TABLE t ADD CONSTRAINT c UNIQUE (a);", Set.of(VALIDATE)),
        arguments("ALTER TABLE t ADD CONSTRAINT c UNIQUE USING INDEX i;", Set.of()),
        arguments("CREATE INDEX i ON t (a);", Set.of(CONCURRENTLY)),
        arguments("CREATE TABLE t (a int); CREATE INDEX i ON t (a);", Set.of()),
        arguments(
            "CREATE INDEX CONCURRENTLY i ON t (a); ALTER TABLE t ADD COLUMN b int;",
            Set.of(CONCURRENTLY)),
        arguments(
            "DROP INDEX CONCURRENTLY IF EXISTS i; CREATE INDEX CONCURRENTLY i ON t (a);", Set.of()),
        arguments(
            "DROP INDEX ${concurrently} IF EXISTS i; CREATE INDEX ${concurrently} i ON t (a);",
            Set.of()),
        // Flyway refuses a script of which a part can run in a transaction and a part cannot.
        arguments(
            "DROP INDEX CONCURRENTLY IF EXISTS i; CREATE INDEX CONCURRENTLY i ON t (a); COMMENT ON INDEX i IS 'x; y';",
            Set.of(CONCURRENTLY)),
        arguments("CREATE INDEX CONCURRENTLY i ON t (a);", Set.of(CONCURRENTLY)),
        arguments("ALTER TABLE t ADD COLUMN a uuid DEFAULT gen_random_uuid();", Set.of(REWRITE)),
        arguments("ALTER TABLE t ADD COLUMN a int DEFAULT 0;", Set.of()),
        arguments("ALTER TABLE t ADD COLUMN a timestamptz DEFAULT now();", Set.of()),
        arguments("ALTER TABLE t ALTER COLUMN a TYPE bigint;", Set.of(REWRITE)),
        arguments(
            "ALTER TABLE t ADD COLUMN a int GENERATED ALWAYS AS (b) STORED;", Set.of(REWRITE)),
        arguments("-- ALTER TABLE t ALTER COLUMN a TYPE bigint;\nSELECT 1;", Set.of()));
  }

  private static Set<String> brokenBy(String script, String later) {
    var statements = statements(script);
    var all = statements(script + later);
    var created = new HashSet<String>();
    statements.forEach(
        sql -> find("^create (?:unlogged )?table (\\w+)", sql).forEach(created::add));
    var broken = new TreeSet<String>();
    for (var sql : statements) {
      var altered = find("^alter table (?:if exists )?(?:only )?(\\w+)", sql);
      if (!altered.isEmpty() && !created.contains(altered.get(0))) {
        if (addsConstraint(sql) && !isValidatedLater(sql, all)) {
          broken.add(VALIDATE);
        }
        if (rewrites(sql)) {
          broken.add(REWRITE);
        }
      }
      var indexed = find("^create (?:unique )?index \\w+ on (?:only )?(\\w+)", sql);
      if (!indexed.isEmpty() && !created.contains(indexed.get(0))) {
        broken.add(CONCURRENTLY);
      }
    }
    if (buildsConcurrently(statements) && !standsAlone(statements)) {
      broken.add(CONCURRENTLY);
    }
    return broken;
  }

  private static boolean addsConstraint(String sql) {
    return sql.matches(".*\\badd constraint \\w+ (?:check|foreign key)\\b.*")
        || sql.matches(".*\\badd constraint \\w+ (?:unique|primary key)\\b(?! using index).*");
  }

  /** Each constraint of the statement is NOT VALID, and a later statement validates it. */
  private static boolean isValidatedLater(String sql, List<String> statements) {
    return sql.contains("not valid")
        && find("add constraint (\\w+)", sql).stream()
            .allMatch(
                name ->
                    statements.stream()
                        .anyMatch(
                            other -> other.matches(".*\\bvalidate constraint " + name + "\\b.*")));
  }

  private static boolean rewrites(String sql) {
    return sql.matches(".*\\balter (?:column )?\\w+ (?:set data )?type\\b.*")
        || sql.matches(".*\\badd column .*\\bstored\\b.*")
        || sql.matches(
            ".*\\badd column .*\\bdefault [^,]*(?:random|uuid\\w*\\(|clock_timestamp|timeofday|nextval).*")
        || sql.matches(".*\\badd column \\w+ (?:small|big)?serial\\b.*");
  }

  private static boolean buildsConcurrently(List<String> statements) {
    return statements.stream()
        .anyMatch(sql -> sql.matches("create (?:unique )?index concurrently.*"));
  }

  /** Nothing else is in the script, and what an interrupted attempt left is dropped first. */
  private static boolean standsAlone(List<String> statements) {
    return statements.get(0).startsWith("drop index concurrently if exists ")
        && statements.stream()
            .allMatch(
                sql ->
                    sql.matches(
                        "(?:drop index concurrently|create (?:unique )?index concurrently).*"));
  }

  private static List<String> statements(String script) {
    var sql =
        script
            .replaceAll("--[^\n]*", " ")
            .replace("${concurrently}", "CONCURRENTLY")
            .replaceAll("(?s)'(?:[^']|'')*'", "''")
            .toLowerCase(Locale.ROOT)
            .replaceAll("\\s+", " ");
    return Arrays.stream(sql.split(";")).map(String::strip).filter(s -> !s.isEmpty()).toList();
  }

  private static List<String> find(String pattern, String sql) {
    return Pattern.compile(pattern).matcher(sql).results().map(found -> found.group(1)).toList();
  }
}
