package dev.uketsuke.applications;

import jakarta.inject.Singleton;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Tells an applicant how to pay while it is the applicant's turn.
 *
 * <p>Guarantee: only an application that waits for its payment says how to pay, so that nobody is
 * led to pay a fee that is paid, or one of a cancelled application. What stands in the address is
 * encoded, so that no value can add a parameter to it.
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
    return configured && application.status() == ApplicationStatus.FEE_CONFIRMED
        ? application.with(guide(application))
        : application;
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

  /** Encodes for a path as well as for a query, where a plus sign would mean different things. */
  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
