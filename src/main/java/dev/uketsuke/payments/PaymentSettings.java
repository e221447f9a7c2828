package dev.uketsuke.payments;

import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;

/** The secrets shared with the payment provider. */
@ConfigMapping(prefix = "uketsuke.payments")
interface PaymentSettings {

  /**
   * The secrets by which callbacks may be signed, each {@code whsec_} followed by Base64, separated
   * by commas. Configure two while one replaces the other. Without a secret every callback is
   * refused.
   */
  Optional<List<@SigningSecret String>> secrets();
}
