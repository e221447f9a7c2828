package dev.uketsuke.payments;

import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.util.Base64;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * The secrets by which callbacks may be signed. {@link SigningSecret} has checked that each can be
 * decoded.
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
    secrets = settings.secrets().orElse(List.of()).stream().map(CallbackSecrets::decode).toList();
    if (secrets.stream().anyMatch(secret -> secret.length < RECOMMENDED_BYTES)) {
      LOG.warn(
          "A secret in UKETSUKE_PAYMENTS_SECRETS is shorter than the 24 bytes that Standard Webhooks"
              + " recommends. Ask the payment provider for a longer one.");
    }
  }

  /** Returns the decoded secrets; empty if none is configured. The caller must not change them. */
  List<byte[]> all() {
    return secrets;
  }

  /** Returns a decoded secret; empty if the text is not {@code whsec_} followed by Base64. */
  static byte[] decode(String secret) {
    String text = secret.strip();
    try {
      return text.startsWith(PREFIX)
          ? Base64.getDecoder().decode(text.substring(PREFIX.length()))
          : new byte[0];
    } catch (IllegalArgumentException notBase64) {
      return new byte[0];
    }
  }
}
