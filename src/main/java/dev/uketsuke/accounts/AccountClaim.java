package dev.uketsuke.accounts;

import dev.uketsuke.problems.Problem;
import dev.uketsuke.problems.ProblemType;
import java.security.Principal;
import org.eclipse.microprofile.jwt.JsonWebToken;

/**
 * Reads the account out of a verified principal.
 *
 * <p>A claim that is absent, blank, too long, or holds control characters or what is no text, names
 * nobody: it is refused rather than shortened or cleaned, which could make two people one account.
 */
final class AccountClaim {
  /** The issuer of principals that come with no token, such as the embedded users. */
  static final String LOCAL_ISSUER = "local";

  private static final int LONGEST = 255;
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
    if (issuer == null || subject == null || !usable(subject)) {
      throw Problem.of(ProblemType.FORBIDDEN)
          .detail("The token does not name a usable account.")
          .toException();
    }
    return new Account(issuer + "|" + subject);
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

  private static boolean usable(String subject) {
    return !subject.isBlank()
        && subject.codePointCount(0, subject.length()) <= LONGEST
        && subject.codePoints().noneMatch(AccountClaim::isUnstorable);
  }
}
