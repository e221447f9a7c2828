package dev.uketsuke.applications;

import jakarta.inject.Singleton;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Adds to an application how the applicant can pay its fee.
 *
 * <p>Guarantee: only an application that waits for its payment has this information, so no
 * applicant is led to pay a fee twice, or the fee of a cancelled application. Values in the address
 * are encoded, so that they cannot add a parameter to it.
 */
@Singleton
public class HowToPay {

  private final Optional<String> page;
  private final Optional<String> text;
  private final Map<String, String> translations;

  HowToPay(PaymentPageSettings settings) {
    page = settings.page().map(String::strip);
    text = given(settings.text());
    translations = new TreeMap<>();
    given(settings.textEn()).ifPresent(english -> translations.put("en", english));
    given(settings.textJa()).ifPresent(japanese -> translations.put("ja", japanese));
    given(settings.textKo()).ifPresent(korean -> translations.put("ko", korean));
  }

  private static Optional<String> given(Optional<String> text) {
    return text.map(String::strip).filter(words -> !words.isEmpty());
  }

  /**
   * Returns the application together with how to pay its fee.
   *
   * @param application as the API shows it; returned as it is unless it waits for its payment and
   *     the installation is configured to say how to pay
   */
  public ApplicationView tell(ApplicationView application) {
    boolean configured = page.isPresent() || text.isPresent() || !translations.isEmpty();
    boolean owed =
        application.status() == ApplicationStatus.FEE_CONFIRMED && application.fee() != null;
    return configured && owed ? application.with(guide(application)) : application;
  }

  private ApplicationView.Payment guide(ApplicationView application) {
    Money fee = application.fee();
    return new ApplicationView.Payment(
        fee.amount(),
        fee.currency(),
        page.map(template -> address(template, application)).orElse(null),
        text.orElse(null),
        translations.isEmpty() ? null : translations);
  }

  private static String address(String template, ApplicationView application) {
    return template
        .replace("{applicationId}", encoded(application.applicationId().toString()))
        .replace("{amount}", encoded(application.fee().amount()))
        .replace("{currency}", encoded(application.fee().currency()));
  }

  /**
   * Returns the value encoded for a path and a query alike; a space becomes %20 and not a plus
   * sign.
   */
  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
