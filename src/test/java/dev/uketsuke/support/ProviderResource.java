package dev.uketsuke.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Lets the application under test know {@link PaymentProvider}: its secrets and its page. */
public final class ProviderResource implements QuarkusTestResourceLifecycleManager {

  /** Where applicants pay. */
  static final String PAGE =
      "https://pay.example/{applicationId}?amount={amount}&currency={currency}";

  @Override
  public Map<String, String> start() {
    return configuration();
  }

  /** The settings that make the service trust the provider, and lead applicants to it. */
  static Map<String, String> configuration() {
    return Map.of(
        "uketsuke.payments.secrets",
        PaymentProvider.SECRET + "," + PaymentProvider.OLD_SECRET,
        "uketsuke.payments.page",
        PAGE,
        "uketsuke.payments.text",
        "Pay by card or by bank transfer.",
        "uketsuke.payments.text-ja",
        "カードまたは銀行振込でお支払いください。");
  }

  @Override
  public void stop() {
    // Nothing was started.
  }
}
