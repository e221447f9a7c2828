package dev.uketsuke.startup;

import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;
import java.util.List;
import org.hibernate.validator.constraintvalidation.HibernateConstraintValidatorContext;

/**
 * Requires that {@link StartChecks} has no objection to the configuration of a production process.
 *
 * <p>The checks are a Bean Validation constraint, so their objections are reported together with
 * every other wrong setting. Dev mode and tests are not checked, because they bring a database and
 * an identity provider of their own.
 */
@Target(TYPE)
@Retention(RUNTIME)
@Constraint(validatedBy = CompleteInProduction.Check.class)
@interface CompleteInProduction {

  /** Is never shown; a message for each objection takes its place. */
  String message() default "production cannot start";

  /** Not used. */
  Class<?>[] groups() default {};

  /** Not used. */
  Class<? extends Payload>[] payload() default {};

  /** Turns each objection into a violation of its own. */
  @RegisterForReflection
  final class Check implements ConstraintValidator<CompleteInProduction, ProductionSettings> {
    @Override
    public boolean isValid(ProductionSettings settings, ConstraintValidatorContext context) {
      if (LaunchMode.current() != LaunchMode.NORMAL) {
        return true;
      }
      List<String> objections =
          StartChecks.objections(settings, EnvironmentNames.ofThisService(), System.getenv());
      var violations = context.unwrap(HibernateConstraintValidatorContext.class);
      violations.disableDefaultConstraintViolation();
      for (String objection : objections) {
        // The text is a parameter, because braces inside a template would be interpreted.
        violations
            .addMessageParameter("objection", objection)
            .buildConstraintViolationWithTemplate("{objection}")
            .addConstraintViolation();
      }
      return objections.isEmpty();
    }
  }
}
