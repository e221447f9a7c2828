package dev.uketsuke.accounts;

import io.quarkus.security.identity.SecurityIdentity;
import jakarta.enterprise.context.RequestScoped;

/**
 * The account of the request at hand, taken from the verified credential alone.
 *
 * <p>Nothing the client states about itself is read, so no account can act as another.
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
   * The caller's account.
   *
   * @throws jakarta.ws.rs.WebApplicationException 403 {@code forbidden} if the token does not name
   *     a usable one
   */
  public Account account() {
    return AccountClaim.read(identity.getPrincipal(), settings.accountClaim());
  }

  /** Whether the caller sees the applications of all accounts. */
  public boolean isStaff() {
    return identity.hasRole(Role.STAFF);
  }
}
