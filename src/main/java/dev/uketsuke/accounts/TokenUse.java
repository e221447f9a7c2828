package dev.uketsuke.accounts;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Distinguishes access tokens from tokens that the same provider issues for another use.
 *
 * <p>Guarantee: a token that declares another use is refused, even if its signature, issuer and
 * audience are valid (RFC 8725 §3.11 and §3.12, RFC 9068 §4). An ID token, for example, has our
 * client id as its audience, but must not give access to the API. The check reads the token before
 * its signature has been verified, so it can only refuse.
 */
final class TokenUse {
  /** Types in the header of access tokens (RFC 9068 §2.1); {@code JWT} does not declare a use. */
  private static final Set<String> ACCESS_HEADER_TYPES = Set.of("jwt", "at+jwt", "bearer");

  /** Names of access tokens in the claims {@code typ}, {@code token_use} and {@code token_type}. */
  private static final Set<String> ACCESS_CLAIMS =
      Set.of("bearer", "jwt", "at+jwt", "access", "access_token");

  private static final List<String> CLAIMS_OF_USE = List.of("typ", "token_use", "token_type");

  /** Claims that only ID tokens have (OpenID Connect Core 1.0 §3.1.3.6 and §3.3.2.11). */
  private static final List<String> MARKS_OF_ID_TOKENS = List.of("at_hash", "c_hash", "s_hash");

  private TokenUse() {}

  /**
   * Checks whether a token may be an access token that is verified by a public key.
   *
   * @param token the token in the compact form of RFC 7515, three parts separated by dots
   */
  static boolean isAccess(String token) {
    String[] parts = token.split("\\.", -1);
    try {
      return isAccess(decoded(parts[0]), decoded(parts[1]));
    } catch (DecodeException | IllegalArgumentException notJson) {
      return false;
    }
  }

  private static boolean isAccess(JsonObject header, JsonObject claims) {
    if (isForeign(header, "typ", ACCESS_HEADER_TYPES) || isSymmetric(header.getValue("alg"))) {
      return false;
    }
    for (String claim : CLAIMS_OF_USE) {
      if (isForeign(claims, claim, ACCESS_CLAIMS)) {
        return false;
      }
    }
    boolean declared =
        "at+jwt".equals(plain(header.getValue("typ")))
            || CLAIMS_OF_USE.stream().anyMatch(claims::containsKey);
    // Some providers copy the nonce into access tokens, but they declare the use of those tokens.
    return MARKS_OF_ID_TOKENS.stream().noneMatch(claims::containsKey)
        && !claims.containsKey("events") // A logout or another security event, RFC 8417.
        && (declared || !claims.containsKey("nonce"));
  }

  private static boolean isForeign(JsonObject object, String member, Set<String> ours) {
    Object value = object.getValue(member);
    return value != null && !ours.contains(plain(value));
  }

  /**
   * Checks whether the token is signed with a shared secret, or not at all. Access tokens are
   * signed with a private key; some providers sign refresh tokens with a secret of their own.
   */
  private static boolean isSymmetric(Object algorithm) {
    return algorithm == null
        || plain(algorithm).startsWith("hs")
        || plain(algorithm).equals("none");
  }

  /** Returns a type in lower case without {@code application/} (RFC 7515 §4.1.9). */
  private static String plain(Object type) {
    String text = String.valueOf(type).toLowerCase(Locale.ROOT);
    return text.startsWith("application/") ? text.substring("application/".length()) : text;
  }

  private static JsonObject decoded(String part) {
    return new JsonObject(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
  }
}
