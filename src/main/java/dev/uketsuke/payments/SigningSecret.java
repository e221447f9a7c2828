package dev.uketsuke.payments;

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

/**
 * Requires that a setting is a secret in the form of Standard Webhooks 1.0.
 *
 * <p>Without this check the service would start with a misspelt secret and refuse every callback.
 */
@Target({METHOD, TYPE_USE})
@Retention(RUNTIME)
@Constraint(validatedBy = SigningSecret.Check.class)
@interface SigningSecret {

  /** The message for a wrong secret; it does not contain the secret. */
  String message() default "must contain secrets of the form whsec_<Base64>, separated by commas";

  /** Not used. */
  Class<?>[] groups() default {};

  /** Not used. */
  Class<? extends Payload>[] payload() default {};

  /** Tries to decode the secret. */
  @RegisterForReflection
  final class Check implements ConstraintValidator<SigningSecret, String> {
    @Override
    public boolean isValid(String secret, ConstraintValidatorContext context) {
      return secret == null || CallbackSecrets.decode(secret).length > 0;
    }
  }
}
