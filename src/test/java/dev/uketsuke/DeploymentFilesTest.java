package dev.uketsuke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files for Kubernetes and Knative fit the API, the settings, and each other. */
class DeploymentFilesTest {

  private static final String KUBERNETES = "deploy/kubernetes";
  private static final String KNATIVE = "deploy/knative";
  private static final List<Path> PAGES_OF_SETTINGS =
      List.of(Path.of("README.md"), Path.of("docs/configuration.md"), Path.of("docs/ingress.md"));

  /** What PostgreSQL leaves to ordinary roles with its default {@code max_connections} of 100. */
  private static final int CONNECTIONS = 97;

  @Test
  void everyObjectFitsTheApi() throws IOException {
    var all = all();
    assertTrue(all.size() > 20, () -> all.size() + " objects found");
    assertEquals(List.of(), all.stream().flatMap(each -> Manifests.faults(each).stream()).toList());
  }

  @Test
  void everySettingExists() throws IOException {
    var known = new StringBuilder();
    for (var page : PAGES_OF_SETTINGS) {
      known.append(Files.readString(page));
    }
    var named = new TreeSet<String>();
    for (var each : all()) {
      if (each.kind().equals("ConfigMap")) {
        each.object().path("data").fieldNames().forEachRemaining(named::add);
      }
      each.object()
          .findValues("env")
          .forEach(list -> list.forEach(variable -> named.add(variable.path("name").asText())));
    }
    assertTrue(named.contains("UKETSUKE_MIGRATE_AT_START"), named::toString);
    assertEquals(
        List.of(),
        named.stream().filter(name -> known.indexOf("`" + name + "`") < 0).toList(),
        "are these settings?");
  }

  @Test
  void kustomizationsNameEveryFile() throws IOException {
    var named = new TreeSet<Path>();
    for (var each : Manifests.in(KUBERNETES)) {
      if (each.kind().equals("Kustomization")) {
        var here = each.file().getParent();
        each.object().path("resources").forEach(r -> named.add(resolved(here, r.asText())));
        each.object()
            .path("patches")
            .forEach(p -> named.add(resolved(here, p.path("path").asText())));
      }
    }
    assertEquals(List.of(), named.stream().filter(file -> !Files.exists(file)).toList());
    try (var files = Files.walk(Path.of(KUBERNETES))) {
      var forgotten =
          files
              .filter(file -> file.toString().endsWith(".yaml"))
              .filter(file -> !file.endsWith("kustomization.yaml") && !named.contains(file))
              .toList();
      assertEquals(List.of(), forgotten, "no kustomization names these");
    }
  }

  @Test
  void publicReachesApiAndPageAndNothingElse() throws IOException {
    var paths = new ArrayList<JsonNode>();
    only("Ingress").findValues("paths").forEach(list -> list.forEach(paths::add));

    for (var inside :
        List.of("/q/metrics", "/q/metrics/", "/q/health", "/q/health/ready", "/q", "/q/dev-ui")) {
      assertFalse(isPublic(paths, inside), inside + " must stay inside");
    }
    var outside = new TreeSet<>(Set.of("/", "/page/0123/page.css", "/login", "/logout"));
    outside.addAll(List.of("/signed-in", "/problems/not-found", "/q/openapi", "/q/swagger-ui/"));
    outside.add("/webjars/uplot/1.6.30/dist/uPlot.iife.min.js");
    var resources = Path.of("src/main/resources/META-INF/resources");
    try (var files = Files.walk(resources)) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> outside.add("/" + resources.relativize(file)));
    }
    Pattern.compile("^  (/\\S+):$", Pattern.MULTILINE)
        .matcher(Files.readString(Path.of("docs/openapi.yaml")))
        .results()
        .forEach(path -> outside.add(path.group(1)));
    assertEquals(List.of(), outside.stream().filter(path -> !isPublic(paths, path)).toList());
  }

  @Test
  void stopFitsIntoTheGracePeriod() throws IOException {
    var settings = settings();
    var stop =
        Duration.parse(settings.path("QUARKUS_SHUTDOWN_DELAY").asText())
            .plus(Duration.parse(settings.path("QUARKUS_SHUTDOWN_TIMEOUT").asText()));
    var pod = only("Deployment").at("/spec/template/spec");
    var grace = Duration.ofSeconds(pod.path("terminationGracePeriodSeconds").asLong());
    assertTrue(grace.compareTo(stop.plusSeconds(10)) >= 0, () -> stop + " and 10 s in " + grace);
  }

  @Test
  void connectionsFitIntoTheDatabase() throws IOException {
    int pods =
        only("HorizontalPodAutoscaler").at("/spec/maxReplicas").asInt()
            + only("Deployment").at("/spec/strategy/rollingUpdate/maxSurge").asInt();
    var pool =
        Pattern.compile("^quarkus\\.datasource\\.jdbc\\.max-size=(\\d+)$", Pattern.MULTILINE)
            .matcher(Files.readString(Path.of("src/main/resources/application.properties")));
    assertTrue(pool.find());
    int connections = pods * (Integer.parseInt(pool.group(1)) + 1);
    assertTrue(connections <= CONNECTIONS, () -> connections + " connections");
  }

  @Test
  void podsAreRestricted() throws IOException {
    var pods = all().stream().flatMap(DeploymentFilesTest::pods).toList();
    assertTrue(pods.size() >= 5, () -> pods.size() + " pods found");
    for (var pod : pods) {
      assertTrue(pod.at("/securityContext/runAsNonRoot").asBoolean(), pod::toString);
      assertEquals("RuntimeDefault", pod.at("/securityContext/seccompProfile/type").asText());
      assertFalse(pod.path("automountServiceAccountToken").asBoolean(true), pod::toString);
      for (var container : pod.path("containers")) {
        restricted(container);
      }
    }
  }

  private static void restricted(JsonNode container) {
    var may = container.path("securityContext");
    assertFalse(may.path("allowPrivilegeEscalation").asBoolean(true), container::toString);
    assertTrue(may.path("readOnlyRootFilesystem").asBoolean(), container::toString);
    assertEquals("ALL", may.at("/capabilities/drop/0").asText(), container::toString);
    assertTrue(container.at("/resources/limits").has("memory"), container::toString);
  }

  @Test
  void probesAskTheirOwnQuestion() throws IOException {
    var service = only("Deployment").at("/spec/template/spec/containers/0");
    assertEquals("/q/health/started", service.at("/startupProbe/httpGet/path").asText());
    assertEquals("/q/health/live", service.at("/livenessProbe/httpGet/path").asText());
    assertEquals("/q/health/ready", service.at("/readinessProbe/httpGet/path").asText());
  }

  @Test
  void selectorsFindThePods() throws IOException {
    var labels = only("Deployment").at("/spec/template/metadata/labels");
    var selectors =
        List.of(
            only("Deployment").at("/spec/selector/matchLabels"),
            only("Service").at("/spec/selector"),
            only("PodDisruptionBudget").at("/spec/selector/matchLabels"),
            only("NetworkPolicy").at("/spec/podSelector/matchLabels"));
    for (var selector : selectors) {
      assertFalse(selector.isEmpty(), "a selector is missing");
      selector
          .properties()
          .forEach(label -> assertEquals(label.getValue(), labels.path(label.getKey())));
    }
  }

  @Test
  void everyJobExists() throws IOException {
    var sources = new StringBuilder();
    try (var files = Files.walk(Path.of("src/main/java"))) {
      for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        var text = Files.readString(file);
        if (text.contains("String name()") || file.endsWith("JobProcess.java")) {
          sources.append(text);
        }
      }
    }
    var jobs =
        all().stream()
            .flatMap(DeploymentFilesTest::pods)
            .map(pod -> pod.at("/containers/0/args/0").asText())
            .filter(argument -> argument.startsWith("--job="))
            .map(argument -> argument.substring("--job=".length()))
            .toList();
    assertTrue(jobs.contains("migrate") && jobs.contains("relay"), jobs::toString);
    assertEquals(
        List.of(), jobs.stream().filter(job -> sources.indexOf("\"" + job + "\"") < 0).toList());
  }

  /** Returns the pods that an object of Kubernetes makes; none for other kinds. */
  private static Stream<JsonNode> pods(Manifests.Found found) {
    var object = found.object();
    return switch (found.kind()) {
      case "Deployment", "Job" -> Stream.of(object.at("/spec/template/spec"));
      case "CronJob" -> Stream.of(object.at("/spec/jobTemplate/spec/template/spec"));
      default -> Stream.empty();
    };
  }

  private static boolean isPublic(List<JsonNode> rules, String path) {
    return rules.stream()
        .anyMatch(
            rule -> {
              var named = rule.path("path").asText();
              return rule.path("pathType").asText().equals("Exact")
                  ? path.equals(named)
                  : named.equals("/") || path.equals(named) || path.startsWith(named + "/");
            });
  }

  private static List<Manifests.Found> all() throws IOException {
    return Stream.concat(Manifests.in(KUBERNETES).stream(), Manifests.in(KNATIVE).stream())
        .toList();
  }

  private static JsonNode only(String kind) throws IOException {
    var found =
        Manifests.in(KUBERNETES + "/base").stream()
            .filter(each -> each.kind().equals(kind))
            .toList();
    assertEquals(1, found.size(), kind);
    return found.get(0).object();
  }

  private static JsonNode settings() throws IOException {
    return only("ConfigMap").path("data");
  }

  private static Path resolved(Path directory, String name) {
    return directory.resolve(name).normalize();
  }
}
