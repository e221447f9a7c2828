package dev.uketsuke.startup;

import static java.lang.annotation.ElementType.METHOD;
import static java.lang.annotation.ElementType.TYPE_USE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;
import java.util.regex.Pattern;

/**
 * Requires that a setting is a web origin exactly as browsers send it (RFC 6454 §6.2): the scheme,
 * the host in lower case, and the port unless it is the default one.
 *
 * <p>Origins are compared as text. A wildcard, a path, a trailing slash or a default port would
 * never match what a browser sends, so the operator is told at the start.
 */
@Target({METHOD, TYPE_USE})
@Retention(RUNTIME)
@Constraint(validatedBy = WebOrigin.Check.class)
public @interface WebOrigin {

  /** The message for a value that breaks the rule. */
  String message() default
      "must be an exact origin such as https://shop.example, in lower case, without wildcard,"
          + " default port, path or trailing slash";

  /** Not used. */
  Class<?>[] groups() default {};

  /** Not used. */
  Class<? extends Payload>[] payload() default {};

  /** Compares a value with the form of an origin. */
  @RegisterForReflection
  final class Check implements ConstraintValidator<WebOrigin, String> {
    private static final Pattern ORIGIN =
        Pattern.compile(
            "(?:(?:http(?!.*:80$)|https(?!.*:443$))://)"
                + "(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*"
                + "|\\[[0-9a-f:.]+])"
                + "(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?");

    @Override
    public boolean isValid(String origin, ConstraintValidatorContext context) {
      return origin == null || ORIGIN.matcher(origin).matches();
    }
  }
}
