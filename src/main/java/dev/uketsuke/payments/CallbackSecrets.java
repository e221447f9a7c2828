package dev.uketsuke.payments;

import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * The secrets that callbacks may be signed with.
 *
 * <p>Guarantee: a secret that cannot be read stops the start, and is not shown. This rules out a
 * service that runs but refuses every payment because of a typing error.
 */
@Startup
@Singleton
class CallbackSecrets {

  private static final Logger LOG = Logger.getLogger(CallbackSecrets.class);
  private static final String PREFIX = "whsec_";

  /** Standard Webhooks 1.0 asks for 24 to 64 bytes. */
  private static final int RECOMMENDED_BYTES = 24;

  private final List<byte[]> secrets;

  CallbackSecrets(PaymentSettings settings) {
    secrets = read(settings.secrets().orElse(List.of()));
    if (secrets.stream().anyMatch(secret -> secret.length < RECOMMENDED_BYTES)) {
      LOG.warn(
          "A secret in UKETSUKE_PAYMENTS_SECRETS is shorter than the 24 bytes that Standard Webhooks"
              + " recommends. Ask the payment provider for a longer one.");
    }
  }

  /**
   * Returns the raw keys, none if callbacks are not configured. The caller does not change them.
   */
  List<byte[]> all() {
    return secrets;
  }

  /**
   * Returns the raw keys of secrets as they are configured.
   *
   * @throws ConfigurationException naming the place of the first that cannot be read
   */
  static List<byte[]> read(List<String> configured) {
    List<byte[]> keys = new ArrayList<>();
    for (String secret : configured) {
      byte[] key = decode(secret.strip());
      if (key.length == 0) {
        throw new ConfigurationException(
            "UKETSUKE_PAYMENTS_SECRETS must hold secrets of the form whsec_<Base64>, separated by"
                + " commas, but number "
                + (keys.size() + 1)
                + " is not of that form");
      }
      keys.add(key);
    }
    return List.copyOf(keys);
  }

  private static byte[] decode(String secret) {
    try {
      return secret.startsWith(PREFIX)
          ? Base64.getDecoder().decode(secret.substring(PREFIX.length()))
          : new byte[0];
    } catch (IllegalArgumentException notBase64) {
      return new byte[0];
    }
  }
}
