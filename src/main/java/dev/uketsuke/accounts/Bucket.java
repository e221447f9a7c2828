package dev.uketsuke.accounts;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The bucket of an account: one of 4,096 groups into which a hash divides all accounts. Tables can
 * be partitioned or distributed by the column {@code bucket} (docs/adr/0017).
 *
 * <p>Guarantee: an account's id and an application's id lead to the same bucket. A statement that
 * knows either of them can name the bucket and so reaches one shard only. A constraint in the
 * database checks that the bucket fits the account.
 */
public final class Bucket {

  /** The number of buckets; they are numbered from 0. */
  public static final int COUNT = 1 << 12;

  private Bucket() {}

  /**
   * Returns the bucket of an account: the first 12 bits of the SHA-256 of its id in UTF-8.
   *
   * @param accountId not null
   * @return 0 to 4095
   */
  public static int of(String accountId) {
    byte[] hash = sha256().digest(accountId.getBytes(StandardCharsets.UTF_8));
    return (hash[0] & 0xFF) << 4 | (hash[1] & 0xFF) >> 4;
  }

  /**
   * Returns the bucket that an id carries in its last 12 bits ({@link BucketedIds}). An id that was
   * issued before ids carried buckets has random bits there.
   *
   * @return 0 to 4095
   */
  public static int in(UUID id) {
    return (int) id.getLeastSignificantBits() & COUNT - 1;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(
          "SHA-256 is missing, which every Java platform has.", impossible);
    }
  }
}
