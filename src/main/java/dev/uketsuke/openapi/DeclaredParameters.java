package dev.uketsuke.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jboss.resteasy.reactive.server.core.Deployment;
import org.jboss.resteasy.reactive.server.mapping.RuntimeResource;
import org.jboss.resteasy.reactive.server.util.RuntimeResourceVisitor;

/**
 * Knows the query parameters of every operation under {@code /v1}.
 *
 * <p>It reads them from the API description, which the build makes from the resource methods and
 * puts into the artefact. The service therefore accepts the documented parameters and no others,
 * and a native binary needs no reflection for it.
 */
@Singleton
class DeclaredParameters {
  private static final String DESCRIPTION = "META-INF/quarkus-generated-openapi-doc.JSON";
  private static final String API = "/v1/";

  private volatile Map<RuntimeResource, Set<String>> byResource;

  /**
   * Returns the names of the query parameters that an endpoint takes; null if the endpoint is not
   * under {@code /v1}.
   *
   * @param endpoint the endpoint that was chosen for a request; not null
   * @param deployment all endpoints of the service; not null
   */
  Set<String> of(RuntimeResource endpoint, Deployment deployment) {
    Map<RuntimeResource, Set<String>> known = byResource;
    if (known == null) {
      known = read(deployment);
      byResource = known; // Two threads that read it at the same time get equal maps.
    }
    return known.get(endpoint);
  }

  private static Map<RuntimeResource, Set<String>> read(Deployment deployment) {
    Map<String, Set<String>> described = described();
    Map<RuntimeResource, Set<String>> names = new IdentityHashMap<>();
    RuntimeResourceVisitor.visitRuntimeResources(
        "/",
        deployment.getClassMappers(),
        new RuntimeResourceVisitor() {
          @Override
          public void visitRuntimeResource(
              String method, String template, RuntimeResource resource) {
            String path = tidy(template);
            if (path.startsWith(API)) {
              names.put(resource, described.getOrDefault(method + " " + path, Set.of()));
            }
          }
        });
    return names;
  }

  private static Map<String, Set<String>> described() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    try (InputStream in = loader.getResourceAsStream(DESCRIPTION)) {
      JsonNode document = new JsonMapper().readTree(in);
      Map<String, Set<String>> names = new HashMap<>();
      for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
        Set<String> shared = queryParameters(document, path.getValue());
        for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
          Set<String> all = queryParameters(document, operation.getValue());
          all.addAll(shared);
          names.put(operation.getKey().toUpperCase(Locale.ROOT) + " " + tidy(path.getKey()), all);
        }
      }
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> queryParameters(JsonNode document, JsonNode owner) {
    Set<String> names = new HashSet<>();
    for (JsonNode parameter : owner.path("parameters")) {
      JsonNode found =
          parameter.has("$ref")
              ? document.at(parameter.path("$ref").asText().substring(1)) // "#/components/…"
              : parameter;
      if ("query".equals(found.path("in").asText())) {
        names.add(found.path("name").asText());
      }
    }
    return names;
  }

  private static String tidy(String path) {
    String single = ("/" + path).replaceAll("/+", "/");
    return single.length() > 1 && single.endsWith("/")
        ? single.substring(0, single.length() - 1)
        : single;
  }
}
