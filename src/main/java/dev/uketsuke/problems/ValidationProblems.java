package dev.uketsuke.problems;

import io.quarkus.hibernate.validator.runtime.jaxrs.ResteasyReactiveViolationException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.ValidationException;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Lists the broken rules of a request in the client's own terms.
 *
 * <p>Only rules on what an endpoint takes are the client's business; one that breaks anywhere else,
 * or on what an endpoint returns, is a fault of ours.
 */
class ValidationProblems {

  @ServerExceptionMapper({ValidationException.class, ResteasyReactiveViolationException.class})
  Response invalid(ValidationException refusal) {
    if (!(refusal instanceof ResteasyReactiveViolationException)) {
      return UnexpectedFault.report(refusal).toResponse();
    }
    List<Violation> violations = new ArrayList<>();
    for (ConstraintViolation<?> broken :
        ((ResteasyReactiveViolationException) refusal).getConstraintViolations()) {
      for (Path.Node node : broken.getPropertyPath()) {
        if (node.getKind() == ElementKind.RETURN_VALUE) {
          return UnexpectedFault.report(refusal).toResponse();
        }
      }
      violations.add(new Violation(field(broken.getPropertyPath()), broken.getMessage()));
    }
    violations.sort(Comparator.comparing(Violation::field).thenComparing(Violation::message));
    return Problem.of(ProblemType.INVALID_REQUEST).violations(violations).toResponse();
  }

  /** Without the method; and without the parameter if a member of a body follows it. */
  private static String field(Path path) {
    List<String> names = new ArrayList<>();
    for (Path.Node node : path) {
      if (node.getKind() != ElementKind.METHOD) {
        names.add(node.toString());
      }
    }
    return String.join(".", names.size() > 1 ? names.subList(1, names.size()) : names);
  }
}
