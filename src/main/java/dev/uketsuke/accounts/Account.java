package dev.uketsuke.accounts;

/**
 * Who an application belongs to.
 *
 * <p>The id joins issuer and subject, so that equal subjects of two identity providers never are
 * one account.
 *
 * @param id {@code issuer|subject}; the first {@code |} ends the issuer
 */
public record Account(String id) {

  /** Returns the account's bucket, which is in the keys of all its rows. */
  public int bucket() {
    return Bucket.of(id);
  }
}
