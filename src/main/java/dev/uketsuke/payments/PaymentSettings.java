package dev.uketsuke.payments;

import io.smallrye.config.ConfigMapping;
import java.util.List;
import java.util.Optional;

/** What we share with the payment provider. */
@ConfigMapping(prefix = "uketsuke.payments")
interface PaymentSettings {

  /**
   * The secrets that callbacks may be signed with, each {@code whsec_} and Base64, separated by
   * commas: two while one replaces the other. Without any, every callback is refused.
   */
  Optional<List<@SigningSecret String>> secrets();
}
