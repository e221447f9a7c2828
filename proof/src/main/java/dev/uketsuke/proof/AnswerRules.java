package dev.uketsuke.proof;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What every answer has to be, whatever was asked (contract §3, §4). */
final class AnswerRules {

  /** Statuses of refusals below any operation, which no operation describes. */
  private static final Set<Integer> OF_HTTP = Set.of(414, 431, 505);

  /** A body may be refused even where an operation needs none, and is described with none. */
  private static final Set<Integer> OF_BODIES = Set.of(408, 413, 415);

  private static final Pattern INTERNALS =
      Pattern.compile("(?:java|jakarta|io|com|org|dev)\\.[a-z]+\\.[A-Za-z]+|Exception|\\tat ");

  private static final Pattern WELL_FORMED_ID = Pattern.compile("[A-Za-z0-9._~:=+/-]{1,128}");

  private static final ObjectMapper JSON = new ObjectMapper();

  private record Described(String method, Pattern path, Set<Integer> statuses) {}

  private final List<Described> described = new ArrayList<>();
  private final Map<String, Integer> problems = new HashMap<>();
  private final List<FuzzGrammar.Operation> operations = new ArrayList<>();

  /** Reads the service's own description, and takes the types and statuses of problems from it. */
  AnswerRules(JsonNode description, JsonNode catalogue) {
    description
        .path("paths")
        .properties()
        .forEach(path -> path.getValue().properties().forEach(each -> add(path.getKey(), each)));
    catalogue
        .path("problems")
        .forEach(
            problem -> problems.put(problem.path("type").asText(), problem.path("status").asInt()));
    if (problems.isEmpty() || operations.isEmpty()) {
      throw new IllegalStateException("the service describes no operations or no problems");
    }
  }

  private void add(String path, Map.Entry<String, JsonNode> operation) {
    Set<Integer> statuses = new HashSet<>();
    operation
        .getValue()
        .path("responses")
        .fieldNames()
        .forEachRemaining(status -> statuses.add(Integer.parseInt(status)));
    String method = operation.getKey().toUpperCase(Locale.ROOT);
    described.add(
        new Described(method, Pattern.compile(path.replaceAll("\\{[^}]*}", "[^/?;%]+")), statuses));
    List<String> parameters = new ArrayList<>();
    operation
        .getValue()
        .path("parameters")
        .forEach(
            each -> {
              if (each.path("in").asText().equals("query")) {
                parameters.add(each.path("name").asText());
              }
            });
    operations.add(new FuzzGrammar.Operation(method, path, parameters));
  }

  List<FuzzGrammar.Operation> operations() {
    return operations;
  }

  /** Returns how the catalogue of operations names a request, for counting. */
  String name(Framing.Request request) {
    return of(request).map(each -> each.method() + " " + each.path()).orElse("other");
  }

  private Optional<Described> of(Framing.Request request) {
    String path = request.target().replaceFirst("\\?.*", "");
    if (path.contains("/..")) {
      return Optional.empty(); // It leads elsewhere.
    }
    return described.stream()
        .filter(each -> each.path().matcher(path).matches())
        .filter(each -> each.method().equals(request.method()))
        .min(Comparator.comparing(each -> each.path().pattern().contains("[^") ? 1 : 0));
  }

  /**
   * Returns what is wrong with an answer; empty if nothing is.
   *
   * @param request that it answers; null if what was sent is no certain request
   */
  List<String> faults(RawAnswer answer, Framing.Request request) {
    List<String> faults = new ArrayList<>();
    int status = answer.status();
    if (status >= 500 && status != 503 && status != 505 && status != 501) {
      faults.add("status " + status);
    }
    if (status == 503) {
      faults.add("503 although nothing is slow");
    }
    String id = answer.header("request-id");
    if (id == null || !WELL_FORMED_ID.matcher(id).matches()) {
      faults.add("Request-Id " + id);
    }
    if (!"nosniff".equals(answer.header("x-content-type-options"))) {
      faults.add("X-Content-Type-Options " + answer.header("x-content-type-options"));
    }
    String cache = answer.header("cache-control");
    boolean api = request != null && request.target().startsWith("/v1");
    if ((api || status >= 400) && !"no-store".equals(cache)) {
      faults.add("Cache-Control " + cache);
    }
    if (INTERNALS.matcher(answer.text()).find()) {
      faults.add("internals are shown");
    }
    if (request != null) {
      String sent = request.only("request-id");
      if (sent != null && WELL_FORMED_ID.matcher(sent).matches() && !sent.equals(id)) {
        faults.add("the answer names request " + id + " and not " + sent);
      }
      of(request)
          .filter(each -> !each.statuses().contains(status))
          .filter(each -> !OF_HTTP.contains(status) && !OF_BODIES.contains(status))
          .ifPresent(each -> faults.add("status " + status + " is not described"));
    }
    if (status >= 400) {
      problem(answer, request, faults);
    } else if ("application/json".equals(answer.header("content-type"))
        && !answer.body().isEmpty()) {
      parsed(answer, faults);
    }
    return faults;
  }

  private void problem(RawAnswer answer, Framing.Request request, List<String> faults) {
    int status = answer.status();
    if (status == 401 && answer.header("www-authenticate") == null) {
      faults.add("401 without WWW-Authenticate");
    }
    if (status == 405 && answer.header("allow") == null) {
      faults.add("405 without Allow");
    }
    if ((status == 503 || status == 429) && answer.header("retry-after") == null) {
      faults.add(status + " without Retry-After");
    }
    if (request != null && request.method().equals("HEAD")) {
      return;
    }
    String media = answer.header("content-type");
    if (!"application/problem+json".equals(media)) {
      faults.add("media type of a problem: " + media);
      return;
    }
    JsonNode problem = parsed(answer, faults);
    String type = problem.path("type").asText();
    if (problem.path("status").asInt() != status) {
      faults.add("status member " + problem.path("status"));
    }
    if (type.equals("about:blank") ? !OF_HTTP.contains(status) : !known(type, status)) {
      faults.add("type " + type + " with status " + status);
    }
    if (!problem.path("requestId").asText().equals(answer.header("request-id"))) {
      faults.add("requestId " + problem.path("requestId") + " differs from the header");
    }
  }

  private boolean known(String type, int status) {
    Integer catalogued = problems.get(type);
    return catalogued != null && catalogued == status;
  }

  private static JsonNode parsed(RawAnswer answer, List<String> faults) {
    try {
      return JSON.readTree(answer.text());
    } catch (JsonProcessingException e) {
      faults.add("the body is no JSON");
      return JSON.missingNode();
    }
  }
}
