package dev.uketsuke.openapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.Caller;
import dev.uketsuke.support.RealParts;
import dev.uketsuke.support.Tokens;
import io.quarkus.test.junit.QuarkusTest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every operation refuses query parameters that it does not have, and those given twice. */
@QuarkusTest
@RealParts
class QueryContractTest {

  private Api api;

  @BeforeEach
  void asOneWhoMayCallEverything() {
    var subject = "everything-" + UUID.randomUUID();
    api = Api.as(new Caller(Tokens.ISSUER, subject, Set.of("staff", "service")));
  }

  @Test
  void unknownParameterIsRefusedByEveryOperation() {
    var tried = new AtomicInteger();
    forEachOperation(
        (method, path, operation) -> {
          assertRefused(send(method, path + "?nonsense=1"), "nonsense", "unknown");
          assertRefused(send(method, path + "?limit=5&%6e%6fnsense"), "nonsense", "unknown");
          tried.incrementAndGet();
        });
    assertTrue(tried.get() >= 15, "operations tried: " + tried);
  }

  @Test
  void repeatedParameterIsRefusedByEveryOperation() {
    var tried = new AtomicInteger();
    forEachOperation(
        (method, path, operation) -> {
          for (var parameter : operation.path("parameters")) {
            if (parameter.path("in").asText().equals("query")) {
              var name = parameter.path("name").asText();
              assertRefused(
                  send(method, path + "?" + name + "=1&" + name + "=1"), name, "repeated");
              tried.incrementAndGet();
            }
          }
        });
    assertTrue(tried.get() >= 10, "parameters tried: " + tried);
  }

  /** P7: what an operation takes is said to those who may call it. */
  @Test
  void strangerIsToldToAuthenticate() {
    forEachOperation(
        (method, path, operation) -> {
          if (!path.equals("/v1/payment-callbacks")) {
            var request =
                api.withoutToken(path + "?nonsense=1").method(method, BodyPublishers.noBody());
            api.send(request).expectProblem(401);
          }
        });
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    var answer = api.get("/v1/applications?state=PAID&limit=1&limit=2&=x").expectProblem(400);
    assertEquals(3, answer.json().path("violations").size(), answer::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/?sign-in=unavailable&x=1&x=2", "/q/health/live?x=1", "/problems?x=1"})
  void pagesAreNotConcerned(String page) {
    assertEquals(200, api.get(page).status());
  }

  @Test
  void longOrOddNameIsNotRepeated() {
    var answer = api.get("/v1/account?" + "n".repeat(3_000) + "%00=1").expectProblem(400);
    assertTrue(answer.body().length < 1_500, answer::toString);
  }

  private static void assertRefused(Answer answer, String field, String code) {
    var problem = answer.expectProblem(400, "invalid-request").json();
    for (var violation : problem.path("violations")) {
      if (violation.path("field").asText().equals(field)) {
        assertEquals(code, violation.path("code").asText(), answer::toString);
        return;
      }
    }
    throw new AssertionError("no violation of " + field + ": " + answer);
  }

  private Answer send(String method, String path) {
    return api.send(
        api.request(path)
            .header("Content-Type", "application/json")
            .method(
                method,
                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("{}")));
  }

  private interface Trial {
    void run(String method, String path, JsonNode operation);
  }

  private void forEachOperation(Trial trial) {
    for (var path :
        api.get("/q/openapi?format=json").expect(200).json().path("paths").properties()) {
      if (path.getKey().startsWith("/v1/")) {
        var address = path.getKey().replaceAll("\\{[^}]+}", UUID.randomUUID().toString());
        for (var operation : path.getValue().properties()) {
          trial.run(operation.getKey().toUpperCase(Locale.ROOT), address, operation.getValue());
        }
      }
    }
  }
}
