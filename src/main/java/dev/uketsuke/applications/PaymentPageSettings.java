package dev.uketsuke.applications;

import io.smallrye.config.ConfigMapping;
import jakarta.validation.constraints.Size;
import java.util.Optional;

/** What this installation tells applicants about paying a fee. */
@ConfigMapping(prefix = "uketsuke.payments")
interface PaymentPageSettings {

  /** The longest text, in characters. */
  int MAX_TEXT = 1000;

  /** What an operator reads about a text that is too long. */
  String TOO_LONG = "must be at most 1000 characters";

  /**
   * The address where an applicant pays a confirmed fee: an https URL, or a path of this service
   * that begins with a slash. {@code {applicationId}}, {@code {amount}} and {@code {currency}} in
   * it are replaced by those of the application. Without it no link is shown.
   */
  Optional<@PaymentPageAddress String> page();

  /**
   * How to pay, in plain text, for applicants whose language has no text of its own. Without any
   * text the page says that the operator sends the payment details.
   */
  Optional<@Size(max = MAX_TEXT, message = TOO_LONG) String> text();

  /** How to pay, in English. */
  Optional<@Size(max = MAX_TEXT, message = TOO_LONG) String> textEn();

  /** How to pay, in Japanese. */
  Optional<@Size(max = MAX_TEXT, message = TOO_LONG) String> textJa();

  /** How to pay, in Korean. */
  Optional<@Size(max = MAX_TEXT, message = TOO_LONG) String> textKo();
}
