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
 * A secret in the form of Standard Webhooks 1.0.
 *
 * <p>Rules out a service that runs and refuses every payment because a secret is misspelt.
 */
@Target({METHOD, TYPE_USE})
@Retention(RUNTIME)
@Constraint(validatedBy = SigningSecret.Check.class)
@interface SigningSecret {

  /** Says what a secret must look like; the secret itself is never shown. */
  String message() default "must hold secrets of the form whsec_<Base64>, separated by commas";

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
