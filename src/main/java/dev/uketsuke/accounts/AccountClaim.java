package dev.uketsuke.accounts;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import java.security.Principal;
import org.eclipse.microprofile.jwt.JsonWebToken;

/**
 * Reads the account from a verified principal.
 *
 * <p>Guarantee: two different pairs of issuer and subject never give the same account. A claim that
 * is absent, blank, too long or not printable text is refused. It is not shortened or cleaned,
 * because that could give two people one account.
 */
final class AccountClaim {
  /** The issuer of principals without a token, such as the embedded users of dev mode. */
  static final String LOCAL_ISSUER = "local";

  private static final String SEPARATOR = "|";
  private static final int LONGEST_ISSUER = 2_000;
  private static final int LONGEST_SUBJECT = 255;
  private static final int REPLACEMENT = 0xfffd;

  private AccountClaim() {}

  static Account read(Principal principal, String claim) {
    if (principal instanceof JsonWebToken) {
      JsonWebToken token = (JsonWebToken) principal;
      Object subject = token.getClaim(claim);
      return account(token.getIssuer(), subject instanceof String ? (String) subject : null);
    }
    return account(LOCAL_ISSUER, principal.getName());
  }

  private static Account account(String issuer, String subject) {
    if (!isUsable(issuer, LONGEST_ISSUER) || !isUsable(subject, LONGEST_SUBJECT)) {
      throw Problem.of(ProblemType.FORBIDDEN)
          .detail("The token does not name a usable account.")
          .toException();
    }
    return new Account(unambiguous(issuer) + SEPARATOR + subject);
  }

  /**
   * Returns the issuer with {@code %} and the separator percent-encoded, so that the first
   * separator in an account's id always ends the issuer.
   */
  private static String unambiguous(String issuer) {
    return issuer.replace("%", "%25").replace(SEPARATOR, "%7C");
  }

  /**
   * Checks whether a character cannot be stored without loss. A lone surrogate would be stored as a
   * question mark, and a replacement character stands for bytes that were not valid UTF-8; both
   * could make two subjects equal.
   */
  private static boolean isUnstorable(int codePoint) {
    return Character.isISOControl(codePoint)
        || Character.getType(codePoint) == Character.SURROGATE
        || codePoint == REPLACEMENT;
  }

  private static boolean isUsable(String text, int longest) {
    return text != null
        && !text.isBlank()
        && text.codePointCount(0, text.length()) <= longest
        && text.codePoints().noneMatch(AccountClaim::isUnstorable);
  }
}
