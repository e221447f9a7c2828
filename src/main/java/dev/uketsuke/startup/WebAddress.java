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
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/**
 * Requires that a setting is an http or https URL to which paths can be appended.
 *
 * <p>The URL must not contain a password, because URLs are logged, nor a query or a fragment,
 * because no path can follow them.
 */
@Target({METHOD, TYPE_USE})
@Retention(RUNTIME)
@Constraint(validatedBy = WebAddress.Check.class)
public @interface WebAddress {

  /** The message for a value that breaks the rule. */
  String message() default "must be an http or https URL without user, query or fragment";

  /** Not used. */
  Class<?>[] groups() default {};

  /** Not used. */
  Class<? extends Payload>[] payload() default {};

  /** Parses the address as a URI and checks its parts. */
  @RegisterForReflection
  final class Check implements ConstraintValidator<WebAddress, String> {
    private static final int PORTS = 65_536;

    @Override
    public boolean isValid(String address, ConstraintValidatorContext context) {
      return address == null || isWebAddress(address.strip());
    }

    private static boolean isWebAddress(String address) {
      try {
        URI uri = new URI(address);
        return uri.getHost() != null
            && uri.getPort() != 0
            && uri.getPort() < PORTS
            && uri.getRawUserInfo() == null
            && List.of("http", "https").contains(uri.getScheme())
            && uri.getRawQuery() == null
            && uri.getRawFragment() == null;
      } catch (URISyntaxException notAUri) {
        return false;
      }
    }
  }
}
