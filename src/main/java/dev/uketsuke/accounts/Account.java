package dev.uketsuke.accounts;

/**
 * The account that an application belongs to.
 *
 * <p>The id consists of issuer and subject, so equal subjects of two identity providers are two
 * accounts.
 *
 * @param id {@code issuer|subject}; the first {@code |} ends the issuer
 */
public record Account(String id) {

  /** Returns the account's bucket, which is in the keys of all its rows. */
  public int bucket() {
    return Bucket.of(id);
  }
}
