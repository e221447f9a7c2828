package dev.uketsuke.problems;

import io.quarkus.hibernate.validator.runtime.jaxrs.ResteasyReactiveViolationException;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.ElementKind;
import jakarta.validation.Path;
import jakarta.validation.ValidationException;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import jakarta.ws.rs.core.Response;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/**
 * Answers a request that breaks constraints of Bean Validation with a list of violations.
 *
 * <p>Only constraints on the parameters of an endpoint concern the client. A constraint that is
 * broken by an endpoint's result, or anywhere else, is a fault of ours and is answered with 500.
 */
class ValidationProblems {
  private static final Map<Class<?>, Violation.Code> KINDS =
      Map.of(
          NotNull.class, Violation.Code.REQUIRED,
          NotBlank.class, Violation.Code.REQUIRED,
          Size.class, Violation.Code.OUT_OF_RANGE,
          Min.class, Violation.Code.OUT_OF_RANGE,
          Max.class, Violation.Code.OUT_OF_RANGE,
          Pattern.class, Violation.Code.MALFORMED);

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
      violations.add(
          new Violation(field(broken.getPropertyPath()), code(broken), broken.getMessage()));
    }
    violations.sort(Comparator.comparing(Violation::field).thenComparing(Violation::message));
    return Problem.of(ProblemType.INVALID_REQUEST).violations(violations).toResponse();
  }

  private static Violation.Code code(ConstraintViolation<?> broken) {
    Class<?> rule = broken.getConstraintDescriptor().getAnnotation().annotationType();
    return KINDS.getOrDefault(rule, Violation.Code.INVALID);
  }

  /**
   * Returns the path without the name of the Java method, and without the name of its parameter if
   * a member of the body follows.
   */
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
