package dev.uketsuke.problems;

import jakarta.ws.rs.core.HttpHeaders;
import java.util.ArrayList;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.mapping.RequestMapper;
import org.jboss.resteasy.reactive.server.mapping.RuntimeResource;
import org.jboss.resteasy.reactive.server.mapping.URITemplate;
import org.jboss.resteasy.reactive.server.util.RuntimeResourceVisitor;

/**
 * Finds the methods an address supports, which RFC 9110 §15.5.6 wants in every 405.
 *
 * <p>The framework knows them but does not say; they are looked up in its own table of endpoints,
 * so the answer cannot differ from what is really served.
 */
public final class AllowedMethods implements RuntimeResourceVisitor {
  private final String path;
  private final TreeMap<String, ArrayList<RequestMapper.RequestPath<RuntimeResource>>> byMethod =
      new TreeMap<>();

  private AllowedMethods(String path) {
    this.path = path;
  }

  /** The refusal of the request at hand, for its method. */
  public static Problem problem() {
    return Problem.of(ProblemType.METHOD_NOT_ALLOWED)
        .header(HttpHeaders.ALLOW, at(CurrentRequestManager.get()));
  }

  /** The methods at the address of this request, as the value of {@code Allow}. */
  private static String at(ResteasyReactiveRequestContext context) {
    AllowedMethods visitor = new AllowedMethods(context.getPathWithoutPrefix());
    RuntimeResourceVisitor.visitRuntimeResources(
        "/", context.getDeployment().getClassMappers(), visitor);
    return String.join(", ", visitor.methods());
  }

  @Override
  public void visitRuntimeResource(String method, String template, RuntimeResource resource) {
    byMethod
        .computeIfAbsent(method, any -> new ArrayList<>())
        .add(new RequestMapper.RequestPath<>(false, new URITemplate(template, false), resource));
  }

  private Set<String> methods() {
    Set<String> methods = new TreeSet<>(Set.of("OPTIONS"));
    byMethod.forEach(
        (method, paths) -> {
          if (new RequestMapper<>(paths).map(path) != null) {
            methods.add(method);
          }
        });
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return methods;
  }
}
