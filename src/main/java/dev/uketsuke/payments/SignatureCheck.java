package dev.uketsuke.payments;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Checks whether a callback comes from the payment provider, by Standard Webhooks 1.0.
 *
 * <p>Guarantee: a callback is genuine only if one of its signatures was made over exactly these
 * bytes with one of the secrets, and its timestamp differs from the present time by at most five
 * minutes. The comparison takes the same time for every wrong signature. Without a secret no
 * callback is genuine.
 *
 * @see <a href="https://www.standardwebhooks.com/">Standard Webhooks</a>
 */
final class SignatureCheck {

  static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final String ALGORITHM = "HmacSHA256";
  private static final String VERSION = "v1,";
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

  private final List<byte[]> secrets;

  /** Makes a check with decoded secrets, each of at least one byte. */
  SignatureCheck(List<byte[]> secrets) {
    this.secrets = secrets;
  }

  /**
   * Checks whether a callback is genuine.
   *
   * @param headers the signature headers
   * @param body the bytes as they were received
   * @param now the present time by our clock
   */
  boolean isGenuine(SignatureHeaders headers, byte[] body, Instant now) {
    return headers.areComplete() && isFresh(headers.timestamp(), now) && isSigned(headers, body);
  }

  private static boolean isFresh(String timestamp, Instant now) {
    return SECONDS.matcher(timestamp).matches()
        && Math.abs(now.getEpochSecond() - Long.parseLong(timestamp)) <= TOLERANCE.toSeconds();
  }

  private boolean isSigned(SignatureHeaders headers, byte[] body) {
    String[] signatures = headers.signatures().split(" ");
    boolean signed = false;
    for (byte[] secret : secrets) {
      byte[] expected = sign(secret, headers, body);
      for (String signature : signatures) {
        // All are compared, so that the duration does not reveal which one matches.
        signed |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
      }
    }
    return signed;
  }

  private static byte[] sign(byte[] secret, SignatureHeaders headers, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      mac.update((headers.id() + "." + headers.timestamp() + ".").getBytes(StandardCharsets.UTF_8));
      String signature = VERSION + Base64.getEncoder().encodeToString(mac.doFinal(body));
      return signature.getBytes(StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(ALGORITHM + " is missing, which every Java platform has.", e);
    }
  }
}
