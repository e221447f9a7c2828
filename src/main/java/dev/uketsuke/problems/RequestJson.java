package dev.uketsuke.problems;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;
import java.util.List;

/**
 * Refuses request bodies that are not the JSON an endpoint expects.
 *
 * <p>This interceptor surrounds only the reading of request bodies. A JSON exception from anywhere
 * else is therefore a fault of ours and is answered with 500.
 */
@Provider
class RequestJson implements ReaderInterceptor {

  @Override
  public Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
    try {
      return context.proceed();
    } catch (InvalidDefinitionException fault) {
      throw fault;
    } catch (MismatchedInputException refusal) {
      throw mismatch(refusal).toException();
    } catch (JsonProcessingException refusal) {
      throw Problem.of(ProblemType.MALFORMED_JSON).toException();
    } catch (WebApplicationException refusal) {
      if (refusal.getCause() instanceof JsonProcessingException) {
        throw Problem.of(ProblemType.MALFORMED_JSON).toException();
      }
      throw refusal;
    }
  }

  private static Problem mismatch(MismatchedInputException refusal) {
    String field = path(refusal.getPath());
    if (field.isEmpty()) {
      return Problem.of(ProblemType.MALFORMED_JSON);
    }
    Violation violation =
        refusal instanceof UnrecognizedPropertyException
            ? new Violation(field, Violation.Code.UNKNOWN, "is not a known member")
            : new Violation(field, Violation.Code.WRONG_TYPE, "is not of the expected type");
    return Problem.of(ProblemType.INVALID_REQUEST).violations(List.of(violation));
  }

  private static String path(List<JsonMappingException.Reference> references) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference reference : references) {
      if (reference.getFieldName() == null) {
        path.append('[').append(reference.getIndex()).append(']');
      } else {
        path.append(path.length() == 0 ? "" : ".").append(reference.getFieldName());
      }
    }
    return path.toString();
  }
}
