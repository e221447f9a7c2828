package dev.uketsuke.openapi;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import dev.uketsuke.problems.Violation;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;
import org.jboss.resteasy.reactive.server.core.CurrentRequestManager;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

/**
 * Refuses query parameters that an operation does not have, and parameters given more than once.
 *
 * <p>Guarantee: no parameter is ignored. Otherwise a misspelt filter would return everything, and
 * of two values for one parameter the first would silently win.
 */
class QueryGate {
  private final DeclaredParameters declared;

  QueryGate(DeclaredParameters declared) {
    this.declared = declared;
  }

  /** Checks the query after the caller is known and the endpoint is chosen. */
  @ServerRequestFilter(nonBlocking = true)
  Response check(UriInfo uri) {
    if (uri.getRequestUri().getRawQuery() == null) {
      return null;
    }
    ResteasyReactiveRequestContext context = CurrentRequestManager.get();
    Set<String> known = declared.of(context.getTarget(), context.getDeployment());
    return known == null ? null : check(known, uri.getQueryParameters());
  }

  private static Response check(Set<String> known, MultivaluedMap<String, String> given) {
    List<Violation> violations = new ArrayList<>();
    given.forEach(
        (name, values) -> {
          if (!known.contains(name)) {
            violations.add(
                new Violation(
                    name, Violation.Code.UNKNOWN, "is not a query parameter of this operation"));
          } else if (values.size() > 1) {
            violations.add(new Violation(name, Violation.Code.REPEATED, "must be given only once"));
          }
        });
    return violations.isEmpty()
        ? null
        : Problem.of(ProblemType.INVALID_REQUEST).violations(violations).toResponse();
  }
}
