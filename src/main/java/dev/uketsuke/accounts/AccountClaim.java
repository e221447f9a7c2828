package dev.uketsuke.accounts;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import java.security.Principal;
import org.eclipse.microprofile.jwt.JsonWebToken;

/**
 * Reads the account from a verified principal.
 *
 * <p>Guarantee: two pairs of issuer and subject never give the same account. A claim that is
 * absent, blank, too long or not plain text is refused rather than shortened or cleaned, which
 * could make two people one account.
 */
final class AccountClaim {
  /** The issuer of principals that come with no token, such as the embedded users. */
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
   * Returns the issuer without a separator, so that the first one in an account's id ends the
   * issuer, whatever issuer and subject contain. Only issuers with one of two odd characters are
   * changed.
   */
  private static String unambiguous(String issuer) {
    return issuer.replace("%", "%25").replace(SEPARATOR, "%7C");
  }

  /**
   * A lone surrogate becomes a question mark in UTF-8, and bytes that are no UTF-8 have become
   * replacement characters when we see them: either way two subjects would be one account.
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
