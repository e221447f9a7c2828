package dev.uketsuke.accounts;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** How a credential names its account. */
@ConfigMapping(prefix = "uketsuke")
interface AccountSettings {
  /**
   * The claim of the token that names the account within its issuer, {@code
   * UKETSUKE_ACCOUNT_CLAIM}. A change gives every caller another account.
   */
  @WithDefault("sub")
  String accountClaim();
}
