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
 * Finds the methods that an address supports; RFC 9110 §15.5.6 requires them in every 405.
 *
 * <p>The framework does not report them, so this class looks them up in the framework's table of
 * endpoints. The answer therefore cannot differ from what is really served.
 */
public final class AllowedMethods implements RuntimeResourceVisitor {
  private final String path;
  private final TreeMap<String, ArrayList<RequestMapper.RequestPath<RuntimeResource>>> byMethod =
      new TreeMap<>();

  private AllowedMethods(String path) {
    this.path = path;
  }

  /** Returns a 405 for the current request, with the supported methods in {@code Allow}. */
  public static Problem problem() {
    return Problem.of(ProblemType.METHOD_NOT_ALLOWED)
        .header(HttpHeaders.ALLOW, at(CurrentRequestManager.get()));
  }

  /** Returns the methods at the address of this request, as the value of {@code Allow}. */
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
