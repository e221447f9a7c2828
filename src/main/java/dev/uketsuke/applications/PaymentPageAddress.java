package dev.uketsuke.applications;

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
import java.util.regex.Pattern;

/**
 * Requires that a setting is a template of the address at which applicants pay.
 *
 * <p>It refuses addresses that browsers would run as a script or call without encryption, misspelt
 * placeholders, and placeholders in the host name.
 */
@Target({METHOD, TYPE_USE})
@Retention(RUNTIME)
@Constraint(validatedBy = PaymentPageAddress.Check.class)
@interface PaymentPageAddress {

  /** The message for a wrong address. */
  String message() default
      "must be an https URL without user, or a path that begins with one slash; placeholders behind"
          + " the host are {applicationId}, {amount} and {currency}";

  /** Not used. */
  Class<?>[] groups() default {};

  /** Not used. */
  Class<? extends Payload>[] payload() default {};

  /** Fills the placeholders in and parses the address as a URI. */
  @RegisterForReflection
  final class Check implements ConstraintValidator<PaymentPageAddress, String> {
    private static final Pattern ABSOLUTE = Pattern.compile("https://[^/?#{}@]+([/?#].*)?");
    private static final Pattern PATH = Pattern.compile("/(?!/).*");
    private static final Pattern PLACEHOLDER =
        Pattern.compile("\\{(applicationId|amount|currency)}");

    @Override
    public boolean isValid(String template, ConstraintValidatorContext context) {
      return template == null || isAddress(template.strip());
    }

    private static boolean isAddress(String template) {
      boolean absolute = ABSOLUTE.matcher(template).matches();
      if (!absolute && !PATH.matcher(template).matches()) {
        return false;
      }
      try {
        URI filled = new URI(PLACEHOLDER.matcher(template).replaceAll("0"));
        return !absolute || filled.getHost() != null;
      } catch (URISyntaxException malformed) {
        return false;
      }
    }
  }
}
