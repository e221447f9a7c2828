package dev.uketsuke.proof;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Compares an HTTP operation with the draft of the IETF on the header {@code Idempotency-Key}
 * (draft-ietf-httpapi-idempotency-key-header-06), as a black box: {@code proof/conformance
 * --base-url URL --profile FILE}. With {@code --start JAR} in place of the address it starts this
 * service on a PostgreSQL of its own, and ends both afterwards.
 *
 * <p>A profile names method, path, headers, two bodies that differ, and the members of an answer
 * that may differ between two executions. A requirement of level MUST that is not met makes the
 * exit code 1; deviations from a SHOULD are reported and do not.
 */
final class Conformance {

  private static final String KEY = "Idempotency-Key";
  private static final int AT_ONCE = 12;

  private enum Verdict {
    MET,
    DEVIATES,
    FAILED
  }

  private record Line(
      String requirement, String section, String level, String seen, Verdict verdict) {}

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();
  private final URI base;
  private final JsonNode profile;
  private final Map<String, String> values;
  private final List<Line> lines = new ArrayList<>();

  /**
   * @param values what the profile may name as {@code ${NAME}} in a header
   */
  private Conformance(URI base, JsonNode profile, Map<String, String> values) {
    this.base = base;
    this.profile = profile;
    this.values = values;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    if (!options.containsKey("--profile")
        || options.containsKey("--base-url") == options.containsKey("--start")) {
      System.err.println("Usage: proof/conformance --base-url URL|--start JAR --profile FILE");
      System.exit(2);
    }
    JsonNode profile = new ObjectMapper().readTree(Path.of(options.get("--profile")).toFile());
    boolean met =
        options.containsKey("--start")
            ? compareStarted(Path.of(options.get("--start")), profile)
            : compare(URI.create(options.get("--base-url")), profile, System.getenv());
    System.exit(met ? 0 : 1);
  }

  private static boolean compareStarted(Path jar, JsonNode profile) throws Exception {
    Callers callers = new Callers();
    Path log = Files.createTempFile("uketsuke-conformance", ".log");
    try (Database database = Database.start();
        Instance instance =
            new Instance(jar, Instance.environment(callers, database.port()), log)) {
      instance.start();
      instance.awaitReady();
      String token = "Bearer " + callers.token("conformance", "");
      return compare(instance.uri(), profile, Map.of("AUTHORIZATION", token));
    }
  }

  private static boolean compare(URI base, JsonNode profile, Map<String, String> values)
      throws Exception {
    Conformance conformance = new Conformance(base, profile, values);
    conformance.check();
    return conformance.print();
  }

  private void check() throws Exception {
    first();
    syntax();
    retry();
    failedRetry();
    otherContent();
    missing();
    concurrent();
  }

  private void first() throws Exception {
    HttpResponse<String> answer = send(quoted(newKey()), body());
    should(
        "a first request with a key is processed as usual", "2.6", success(answer), told(answer));
  }

  private void syntax() throws Exception {
    String key = newKey();
    HttpResponse<String> quoted = send(quoted(key), body());
    must("the value is a Structured Field String", "2.1", success(quoted), told(quoted));
    HttpResponse<String> parameter = send(quoted(key) + ";p=1", body());
    report(
        "parameters of the item do not make another key",
        "2.1",
        "(RFC 9651 §3.1.2)",
        same(quoted, parameter),
        told(parameter) + executedAgain(quoted, parameter));
    HttpResponse<String> unbalanced = send("\"unbalanced", body());
    report(
        "a value that is no Structured Field is not taken for a key",
        "2.1",
        "MUST",
        unbalanced.statusCode() == 400,
        told(unbalanced));
    HttpResponse<String> list = send(quoted(newKey()) + ", " + quoted(newKey()), body());
    report("a list is not taken for a key", "2.1", "MUST", list.statusCode() == 400, told(list));
    HttpResponse<String> empty = send("\"\"", body());
    report("an empty key is refused", "2.2", "(sense)", empty.statusCode() == 400, told(empty));
  }

  private void retry() throws Exception {
    String key = quoted(newKey());
    HttpResponse<String> first = send(key, body());
    HttpResponse<String> second = send(key, body());
    should(
        "a retry gets the result of the first request and is not executed again",
        "2.6",
        success(second) && same(first, second),
        told(second) + executedAgain(first, second));
  }

  private void failedRetry() throws Exception {
    if (!profile.has("refusedBody")) {
      return;
    }
    String key = quoted(newKey());
    HttpResponse<String> refused = send(key, profile.get("refusedBody").toString());
    HttpResponse<String> corrected = send(key, body());
    report(
        "after a refusal the corrected request succeeds (the draft lets the resource decide)",
        "2.7",
        "MAY",
        success(corrected),
        refused.statusCode() + ", then " + told(corrected));
  }

  private void otherContent() throws Exception {
    String key = quoted(newKey());
    HttpResponse<String> first = send(key, body());
    HttpResponse<String> other = send(key, profile.get("otherBody").toString());
    must(
        "a key that is reused with another payload does not succeed",
        "2.2",
        !success(other),
        told(other));
    should("the status is then 422", "2.7", other.statusCode() == 422, told(other));
    should(
        "the answer has a link to documentation", "2.7", documented(other), documentation(other));
    HttpResponse<String> again = send(key, body());
    report(
        "the first request can still be retried afterwards",
        "2.6",
        "SHOULD",
        same(first, again),
        told(again));
  }

  private void missing() throws Exception {
    HttpResponse<String> answer = send(null, body());
    should(
        "a required key that is missing is 400", "2.7", answer.statusCode() == 400, told(answer));
    should(
        "the answer has a link to documentation", "2.7", documented(answer), documentation(answer));
  }

  private void concurrent() throws Exception {
    String key = quoted(newKey());
    List<CompletableFuture<HttpResponse<String>>> all = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      all.add(http.sendAsync(request(key, body()), BodyHandlers.ofString()));
    }
    Map<String, Integer> statuses = new java.util.TreeMap<>();
    java.util.Set<String> results = new java.util.HashSet<>();
    for (CompletableFuture<HttpResponse<String>> each : all) {
      HttpResponse<String> answer = each.get();
      statuses.merge(Integer.toString(answer.statusCode()), 1, Integer::sum);
      if (success(answer)) {
        results.add(result(answer));
      }
    }
    report(
        AT_ONCE + " equal requests at once are executed once",
        "2.6",
        "SHOULD",
        results.size() == 1,
        results.size() + " different results; statuses " + statuses);
    boolean conflicts =
        statuses.keySet().stream().allMatch(s -> s.startsWith("2") || s.equals("409"));
    should(
        "a retry while the first is open is 409 (or waits for the result)",
        "2.7",
        conflicts,
        "statuses " + statuses);
  }

  private HttpResponse<String> send(String key, String body)
      throws IOException, InterruptedException {
    return http.send(request(key, body), BodyHandlers.ofString());
  }

  private HttpRequest request(String key, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(profile.get("path").asText()))
            .timeout(Duration.ofSeconds(30))
            .method(profile.get("method").asText(), BodyPublishers.ofString(body));
    profile
        .get("headers")
        .properties()
        .forEach(each -> request.header(each.getKey(), value(each.getValue().asText())));
    if (key != null) {
      request.header(KEY, key);
    }
    return request.build();
  }

  private String value(String text) {
    return java.util.regex.Pattern.compile("\\$\\{(\\w+)}")
        .matcher(text)
        .replaceAll(
            match ->
                java.util.regex.Matcher.quoteReplacement(values.getOrDefault(match.group(1), "")));
  }

  private String body() {
    return profile.get("body").toString();
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  private static String quoted(String key) {
    return '"' + key + '"';
  }

  private static boolean success(HttpResponse<String> answer) {
    return answer.statusCode() / 100 == 2;
  }

  private static boolean same(HttpResponse<String> first, HttpResponse<String> second) {
    return success(first) && success(second) && result(first).equals(result(second));
  }

  private static String result(HttpResponse<String> answer) {
    return answer.body();
  }

  private static String executedAgain(HttpResponse<String> first, HttpResponse<String> second) {
    return success(second) && !same(first, second) ? ", executed again" : "";
  }

  private static boolean documented(HttpResponse<String> answer) {
    return !documentation(answer).equals("none");
  }

  private static String documentation(HttpResponse<String> answer) {
    if (answer.headers().firstValue("Link").isPresent()) {
      return "Link";
    }
    boolean problem =
        answer.headers().firstValue("Content-Type").orElse("").contains("problem+json")
            && answer.body().contains("\"type\"");
    return problem ? "type of the problem" : "none";
  }

  private static String told(HttpResponse<String> answer) {
    return Integer.toString(answer.statusCode());
  }

  private void must(String requirement, String section, boolean met, String seen) {
    report(requirement, section, "MUST", met, seen);
  }

  private void should(String requirement, String section, boolean met, String seen) {
    report(requirement, section, "SHOULD", met, seen);
  }

  private void report(String requirement, String section, String level, boolean met, String seen) {
    Verdict failed = level.equals("MUST") ? Verdict.FAILED : Verdict.DEVIATES;
    lines.add(new Line(requirement, section, level, seen, met ? Verdict.MET : failed));
  }

  private boolean print() {
    System.out.println("| requirement | section | level | seen | verdict |");
    System.out.println("| --- | --- | --- | --- | --- |");
    for (Line line : lines) {
      String verdict = line.verdict().name().toLowerCase(java.util.Locale.ROOT);
      System.out.printf(
          "| %s | %s | %s | %s | %s |%n",
          line.requirement(), line.section(), line.level(), line.seen(), verdict);
    }
    return lines.stream().noneMatch(line -> line.verdict() == Verdict.FAILED);
  }
}
