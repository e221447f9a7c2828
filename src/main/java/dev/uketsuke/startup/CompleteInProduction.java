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
 * Has {@link StartChecks} look at the settings when the configuration is built.
 *
 * <p>As a constraint these checks see the one configuration that the framework builds, and what
 * they find is reported together with every other wrong setting. Dev mode and tests are let
 * through: they bring parts of their own.
 */
@Target(TYPE)
@Retention(RUNTIME)
@Constraint(validatedBy = CompleteInProduction.Check.class)
@interface CompleteInProduction {

  /** Replaced by one message for each objection. */
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
        // As a parameter, because text inside a template would be interpreted.
        violations
            .addMessageParameter("objection", objection)
            .buildConstraintViolationWithTemplate("{objection}")
            .addConstraintViolation();
      }
      return objections.isEmpty();
    }
  }
}
