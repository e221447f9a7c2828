package dev.uketsuke.applications;

import dev.uketsuke.accounts.Account;
import dev.uketsuke.accounts.Bucket;
import dev.uketsuke.database.EntityReading;
import dev.uketsuke.database.TimeLimited;
import dev.uketsuke.idempotency.Fingerprint;
import dev.uketsuke.idempotency.IdempotencyKey;
import io.quarkus.hibernate.orm.panache.Panache;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.Immutable;

/**
 * An accepted application together with the idempotency key that it used up, in one row.
 *
 * <p>The moves of an application are the methods of {@link ApplicationLife}; {@link Applications}
 * carries them out.
 *
 * <p>Guarantee: content, key and fingerprint never change, except that personal data is erased. The
 * status changes only by a compare-and-set along the table of moves. The entity has no setters and
 * is only read; {@code SubmissionTable} explains why it is not written by {@code persist()}.
 */
@Entity
@Immutable
@Table(name = "shipping_application")
public class ShippingApplication extends PanacheEntityBase {

  @Id private UUID id;

  @Column(name = "account_id")
  private String accountId;

  /** The bucket of the account, which is part of the keys of all its rows. */
  private int bucket;

  /** The step number of the newest entry of the history. */
  @Column(name = "last_step")
  private int lastStep;

  @Column(name = "idempotency_key")
  private String idempotencyKey;

  private byte[] fingerprint;

  @Column(name = "fingerprint_version")
  private short fingerprintVersion;

  @Column(name = "key_expires_at")
  private Instant keyExpiresAt;

  /**
   * Whether the key has expired by the database's clock, which alone decides that (contract §5).
   */
  @Formula("(key_expires_at <= now())")
  private boolean keyExpired;

  @Enumerated(EnumType.STRING)
  private ApplicationStatus status;

  @Column(name = "accepted_at")
  private Instant acceptedAt;

  @Column(name = "updated_at")
  private Instant updatedAt;

  private String origin;

  private String destination;

  private int parcels;

  @Column(name = "total_weight_grams")
  private Integer totalWeightGrams;

  @Column(name = "declared_amount")
  private BigDecimal declaredAmount;

  @Column(name = "declared_currency")
  private String declaredCurrency;

  @Column(name = "recipient_name")
  private String recipientName;

  @Column(name = "recipient_phone")
  private String recipientPhone;

  @Column(name = "recipient_postal_code")
  private String recipientPostalCode;

  @Column(name = "recipient_address")
  private String[] recipientAddress;

  @Column(name = "client_reference")
  private String clientReference;

  @Column(name = "fee_amount")
  private BigDecimal feeAmount;

  @Column(name = "fee_currency")
  private String feeCurrency;

  @Column(name = "waybill_number")
  private String waybillNumber;

  @Column(name = "erased_at")
  private Instant erasedAt;

  @Column(name = "archived_at")
  private Instant archivedAt;

  @OneToMany
  @JoinColumn(name = "application_id", insertable = false, updatable = false)
  @OrderBy("step")
  private List<HistoryRow> history;

  /**
   * Returns the application that has used up a key. Replay, conflict and expiry are decided by it.
   *
   * <p>This is one statement on the caller's connection, which sees what is committed when it
   * begins. Under READ COMMITTED it therefore finds the row with which an earlier insert has
   * collided.
   *
   * @param connection stays open
   * @return the application; empty if no committed application has the key
   * @throws SQLException if the statement failed; nothing is known about the key then (P6)
   */
  public static Optional<ShippingApplication> findByKey(
      Connection connection, Account account, IdempotencyKey key) throws SQLException {
    return EntityReading.one(
        connection,
        ShippingApplication.class,
        "from ShippingApplication where accountId = ?1 and idempotencyKey = ?2 and bucket = ?3",
        account.id(),
        key.value(),
        account.bucket());
  }

  /**
   * Returns one application with its history, from the archive if it is there; empty if there is
   * none.
   */
  @TimeLimited
  static Optional<ShippingApplication> withHistory(UUID id) {
    return inBucket(id, Bucket.in(id))
        // An id that was issued before ids carried their bucket has other bits there. What was
        // brought back from the archive between two reads is found here as well.
        .or(
            () ->
                find("select a.bucket from ShippingApplication a where a.id = ?1", id)
                    .project(Integer.class)
                    .singleResultOptional()
                    .flatMap(bucket -> inBucket(id, bucket)));
  }

  @TimeLimited
  static Optional<ShippingApplication> inBucket(UUID id, int bucket) {
    Optional<ShippingApplication> found =
        find(
                "from ShippingApplication a join fetch a.history h"
                    + " where a.id = ?1 and a.bucket = ?2 and h.bucket = ?2",
                id,
                bucket)
            .singleResultOptional();
    return found.or(() -> archived(id, bucket));
  }

  /** Reads from the archive, whose tables have the same columns. */
  @TimeLimited
  static Optional<ShippingApplication> archived(UUID id, int bucket) {
    Session session = Panache.getSession();
    Optional<ShippingApplication> found =
        session
            .createNativeQuery(
                "SELECT {a.*} FROM archived_application a WHERE a.id = :id AND a.bucket = :bucket",
                ShippingApplication.class,
                "a")
            .setParameter("id", id)
            .setParameter("bucket", bucket)
            .uniqueResultOptional();
    if (found.isEmpty()) {
      return found;
    }
    List<HistoryRow> lines =
        session
            .createNativeQuery(
                "SELECT {h.*} FROM archived_history h"
                    + " WHERE h.application_id = :id AND h.bucket = :bucket ORDER BY h.step",
                HistoryRow.class,
                "h")
            .setParameter("id", id)
            .setParameter("bucket", bucket)
            .getResultList();
    session.detach(found.get()); // Its history is not where the mapping says.
    found.get().history = lines;
    return found.filter(application -> !lines.isEmpty());
  }

  /** Checks whether this account submitted the application. */
  boolean belongsTo(String account) {
    return accountId.equals(account);
  }

  /** Returns the application's id, a UUIDv7. */
  public UUID id() {
    return id;
  }

  /** Returns the present status. */
  public ApplicationStatus status() {
    return status;
  }

  /** Returns when the application was accepted, by the database's clock, in whole milliseconds. */
  public Instant acceptedAt() {
    return acceptedAt;
  }

  /** Returns the time from which the key is refused as expired (P10). */
  public Instant keyExpiresAt() {
    return keyExpiresAt;
  }

  /** Returns when status, fee or waybill number last changed, by the database's clock. */
  public Instant updatedAt() {
    return updatedAt;
  }

  /** Checks whether the key had expired when the row was read, by the database's clock. */
  public boolean isKeyExpired() {
    return keyExpired;
  }

  /** Returns the fingerprint of the content that the application was accepted with. */
  public Fingerprint fingerprint() {
    return new Fingerprint(fingerprintVersion, fingerprint);
  }

  /** Returns the application as its applicant and staff see it, with history. */
  ApplicationView view(boolean withAccount) {
    return view(withAccount ? accountId : null, history.stream().map(HistoryRow::view).toList());
  }

  /** Returns the application as lists show it, without history and recipient. */
  public ApplicationView summary(boolean withAccount) {
    return view(withAccount ? accountId : null, null);
  }

  private ApplicationView view(String shownAccount, List<ApplicationView.Entry> entries) {
    Recipient recipient =
        new Recipient(
            recipientName,
            recipientPhone,
            recipientPostalCode,
            recipientAddress == null ? null : List.of(recipientAddress));
    return new ApplicationView(
        id,
        shownAccount,
        status,
        origin,
        destination,
        parcels,
        totalWeightGrams,
        Money.stored(declaredAmount, declaredCurrency),
        entries == null || recipient.hasNoMembers() ? null : recipient,
        clientReference,
        Money.stored(feeAmount, feeCurrency),
        waybillNumber,
        null,
        acceptedAt,
        updatedAt,
        entries);
  }
}
