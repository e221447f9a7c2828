package dev.uketsuke.accounts;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Which claim of a token names the account. */
@ConfigMapping(prefix = "uketsuke")
interface AccountSettings {
  /**
   * The claim of the token that names the account within its issuer, {@code
   * UKETSUKE_ACCOUNT_CLAIM}. If the setting is changed, every caller gets another account.
   */
  @WithDefault("sub")
  String accountClaim();
}
