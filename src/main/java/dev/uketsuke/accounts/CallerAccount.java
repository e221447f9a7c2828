package dev.uketsuke.accounts;

import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.context.RequestScoped;

/**
 * The account of the current request.
 *
 * <p>Guarantee: the account comes from the verified credential only and never from the content of
 * the request, so no account can act as another one (P7).
 */
@RequestScoped
public class CallerAccount {
  private final SecurityIdentity identity;
  private final AccountSettings settings;

  CallerAccount(SecurityIdentity identity, AccountSettings settings) {
    this.identity = identity;
    this.settings = settings;
  }

  /**
   * Returns the caller's account.
   *
   * @throws jakarta.ws.rs.WebApplicationException 403 {@code forbidden} if the token does not name
   *     a usable account
   */
  public Account account() {
    return AccountClaim.read(identity.getPrincipal(), settings.accountClaim());
  }

  /** Checks whether the caller may see the applications of all accounts. */
  public boolean isStaff() {
    return identity.hasRole(Role.STAFF);
  }
}
