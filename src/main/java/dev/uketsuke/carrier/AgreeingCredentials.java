package dev.uketsuke.carrier;

import static java.lang.annotation.ElementType.TYPE;
import static java.lang.annotation.RetentionPolicy.RUNTIME;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.Retention;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Requires that the settings by which the service authenticates at the carrier are complete and do
 * not contradict each other.
 *
 * <p>Without this check the service would start with half of a credential, and the carrier would
 * refuse each call. The messages contain no secret.
 */
@Target(TYPE)
@Retention(RUNTIME)
@Constraint(validatedBy = AgreeingCredentials.Check.class)
@interface AgreeingCredentials {

  /** Is never shown; a message for each contradiction takes its place. */
  String message() default "the credentials for the carrier contradict each other";

  /** Not used. */
  Class<?>[] groups() default {};

  /** Not used. */
  Class<? extends Payload>[] payload() default {};

  /** Finds settings that are missing, have no effect, or contradict each other. */
  @RegisterForReflection
  final class Check implements ConstraintValidator<AgreeingCredentials, CarrierSettings> {
    private static final String PREFIX = "UKETSUKE_CARRIER_";
    private static final String URL = "TOKEN_URL";
    private static final String NAME = "HEADER_NAME";
    private static final String VALUE = "HEADER_VALUE";

    @Override
    public boolean isValid(CarrierSettings settings, ConstraintValidatorContext context) {
      List<String> objections = objections(settings);
      context.disableDefaultConstraintViolation();
      objections.forEach(
          text -> context.buildConstraintViolationWithTemplate(text).addConstraintViolation());
      return objections.isEmpty();
    }

    private static List<String> objections(CarrierSettings settings) {
      List<String> found = new ArrayList<>();
      need(found, NAME, settings.headerName(), VALUE, settings.headerValue());
      need(found, VALUE, settings.headerValue(), NAME, settings.headerName());
      Optional<String> id = settings.tokenClientId();
      Optional<String> secret = settings.tokenClientSecret();
      need(found, URL, settings.tokenUrl(), "TOKEN_CLIENT_ID", id);
      need(found, URL, settings.tokenUrl(), "TOKEN_CLIENT_SECRET", secret);
      need(found, "TOKEN_CLIENT_ID", id, URL, settings.tokenUrl());
      need(found, "TOKEN_CLIENT_SECRET", secret, URL, settings.tokenUrl());
      need(found, "TOKEN_SCOPE", settings.tokenScope(), URL, settings.tokenUrl());
      need(found, "TOKEN_AUDIENCE", settings.tokenAudience(), URL, settings.tokenUrl());
      if (settings.tokenUrl().isPresent()
          && settings.headerName().filter("Authorization"::equalsIgnoreCase).isPresent()) {
        found.add(
            PREFIX
                + NAME
                + " must not be Authorization when "
                + PREFIX
                + URL
                + " is set: the token"
                + " is sent in that header");
      }
      return found;
    }

    private static void need(
        List<String> found,
        String name,
        Optional<String> value,
        String other,
        Optional<String> needed) {
      if (value.isPresent() && needed.isEmpty()) {
        found.add(PREFIX + name + " is set without " + PREFIX + other + ", which it needs");
      }
    }
  }
}
