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
import java.time.Duration;

/**
 * The least and the greatest value of a setting, both inclusive; for durations and whole numbers.
 *
 * <p>Guarantee: a value outside its limits stops the start. The message names the limit that is
 * broken. It does not contain the value, which may be confidential; {@link WrongSettings} adds the
 * value if it is not.
 */
@Target({METHOD, TYPE_USE})
@Retention(RUNTIME)
@Constraint(validatedBy = {Limits.OfDuration.class, Limits.OfNumber.class})
public @interface Limits {

  /** The least value, as an operator writes it: {@code PT1S}, {@code 1}. */
  String least();

  /** The greatest value, as an operator writes it. */
  String most();

  /** Is never shown; a message about the limit that is broken takes its place. */
  String message() default "must be from {least} to {most}";

  /** Not used. */
  Class<?>[] groups() default {};

  /** Not used. */
  Class<? extends Payload>[] payload() default {};

  /** Compares a value with both limits. */
  abstract class Comparison<T extends Comparable<T>> implements ConstraintValidator<Limits, T> {
    private T least;
    private T most;

    abstract T read(String limit);

    @Override
    public final void initialize(Limits limits) {
      least = read(limits.least());
      most = read(limits.most());
    }

    @Override
    public final boolean isValid(T value, ConstraintValidatorContext context) {
      if (value == null || (value.compareTo(least) >= 0 && value.compareTo(most) <= 0)) {
        return true;
      }
      context.disableDefaultConstraintViolation();
      context
          .buildConstraintViolationWithTemplate(
              value.compareTo(least) < 0 ? "must be at least {least}" : "must be at most {most}")
          .addConstraintViolation();
      return false;
    }
  }

  /** For durations. */
  @RegisterForReflection
  final class OfDuration extends Comparison<Duration> {
    @Override
    Duration read(String limit) {
      return Duration.parse(limit);
    }
  }

  /** For whole numbers. */
  @RegisterForReflection
  final class OfNumber extends Comparison<Integer> {
    @Override
    Integer read(String limit) {
      return Integer.valueOf(limit);
    }
  }
}
