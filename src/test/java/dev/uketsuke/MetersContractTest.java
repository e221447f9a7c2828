package dev.uketsuke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.RealParts;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of meters names the meters that the service has; rules and dashboard use no others. */
@QuarkusTest
@RealParts
class MetersContractTest {

  private static final Path PAGE = Path.of("docs/observability.md");
  private static final Path RUNBOOK = Path.of("docs/runbook.md");
  private static final Path OBSERVABILITY = Path.of("deploy/observability");
  private static final Path RULES = OBSERVABILITY.resolve("rules.yaml");

  private static final Pattern ROW =
      Pattern.compile("^\\| `(uketsuke_\\w+)` \\|.*\\| (start|use|broker) \\|", Pattern.MULTILINE);
  private static final Pattern NAME =
      Pattern.compile("\\b(?:uketsuke|http_server|jvm|process)_\\w+");

  @Test
  void pageNamesTheMetersOfTheService() throws IOException {
    var documented = documented();
    var exposed = exposed();
    var there =
        exposed.stream().filter(name -> name.startsWith("uketsuke_")).collect(Collectors.toSet());

    var missing = new TreeSet<>(there);
    missing.removeAll(documented.keySet());
    assertEquals(Set.of(), missing, PAGE + " lacks these meters");
    var absent = new TreeSet<String>();
    documented.forEach(
        (name, from) -> {
          if (from.equals("start") && !there.contains(name)) {
            absent.add(name);
          }
        });
    assertEquals(Set.of(), absent, PAGE + " says that these are there from the start");
  }

  /** Meters that appear late are found in the sources, so that the page cannot invent them. */
  @Test
  void pageNamesNoMeterThatTheCodeDoesNotHave() throws IOException {
    var code = new StringBuilder();
    try (var files = Files.walk(Path.of("src/main/java"))) {
      for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        code.append(Files.readString(file).replace('.', '_'));
      }
    }
    var inCode =
        Pattern.compile("\"(uketsuke_\\w+)\"")
            .matcher(code)
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toSet());
    for (var name : documented().keySet()) {
      var plain = name.replaceFirst("_(total|bytes)$", "");
      assertTrue(
          inCode.contains(plain) || inCode.contains(plain.replaceFirst("_seconds$", "")), name);
    }
  }

  @Test
  void rulesAndDashboardUseMetersThatExist() throws IOException {
    var known = new TreeSet<>(documented().keySet());
    known.addAll(exposed());
    var unknown = new ArrayList<String>();
    try (var files = Files.list(OBSERVABILITY)) {
      for (var file : files.filter(f -> f.toString().matches(".*\\.(yaml|json)")).toList()) {
        NAME.matcher(Files.readString(file))
            .results()
            .map(found -> found.group())
            .filter(name -> !known.contains(name) && !known.contains(base(name)))
            .forEach(name -> unknown.add(file + ": " + name));
      }
    }
    assertEquals(List.of(), unknown);
    new ObjectMapper().readTree(OBSERVABILITY.resolve("dashboard.json").toFile());
  }

  @Test
  void everyAlertHasAPlaceInTheRunbook() throws IOException {
    var runbook = Files.readString(RUNBOOK);
    var alerts =
        Pattern.compile("- alert: (\\w+)").matcher(Files.readString(RULES)).results().toList();
    assertTrue(alerts.size() > 5);
    for (var alert : alerts) {
      assertTrue(runbook.contains("\n## " + alert.group(1) + "\n"), alert.group(1));
    }
  }

  /** Checks the rules with Prometheus' own tool, where it is installed. */
  @Test
  void prometheusAcceptsTheRules() throws Exception {
    for (var command :
        List.of(
            List.of("check", "rules", "rules.yaml"), List.of("test", "rules", "rules_test.yaml"))) {
      var line = new ArrayList<>(List.of("promtool"));
      line.addAll(command);
      org.junit.jupiter.api.Assumptions.assumeTrue(promtool(), "promtool is not installed");
      var process =
          new ProcessBuilder(line)
              .directory(OBSERVABILITY.toFile())
              .redirectErrorStream(true)
              .start();
      var said = new String(process.getInputStream().readAllBytes(), "UTF-8");
      assertEquals(0, process.waitFor(), said);
    }
  }

  private static boolean promtool() {
    return java.util.Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "promtool")));
  }

  private static Map<String, String> documented() throws IOException {
    var rows = new TreeMap<String, String>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(row -> rows.put(row.group(1), row.group(2)));
    assertTrue(rows.size() > 20, rows::toString);
    return rows;
  }

  /** Returns the names of the meters, without the suffixes of timers. */
  private static Set<String> exposed() {
    return Api.asApplicant()
        .get("/q/metrics")
        .text()
        .lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .map(line -> base(line.replaceFirst("[{ ].*", "")))
        .collect(Collectors.toSet());
  }

  private static String base(String name) {
    return name.replaceFirst("_seconds_(bucket|count|sum|max)$", "_seconds");
  }
}
