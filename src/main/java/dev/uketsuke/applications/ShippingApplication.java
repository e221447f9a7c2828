package dev.uketsuke.applications;

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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An accepted application, in the row that also holds the idempotency key it consumed.
 *
 * <p>Guarantee: once written, what was handed in never changes; the status changes only by a
 * compare-and-set along the table of moves. There is no setter for anything.
 */
@Entity
@Table(name = "shipping_application")
public class ShippingApplication extends PanacheEntityBase {

  @Id private UUID id;

  @Column(name = "account_id")
  private String accountId;

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

  @OneToMany
  @JoinColumn(name = "application_id", insertable = false, updatable = false)
  @OrderBy("id")
  private List<HistoryRow> history;

  /**
   * Reads one application with its history, both from one snapshot.
   *
   * @param id its id
   * @return empty if there is none
   */
  static Optional<ShippingApplication> withHistory(UUID id) {
    return find("from ShippingApplication a left join fetch a.history where a.id = ?1", id)
        .singleResultOptional();
  }

  /** Whether it was handed in by this account. */
  boolean belongsTo(String account) {
    return accountId.equals(account);
  }

  UUID id() {
    return id;
  }

  /** As its applicant and staff see it, with history. */
  ApplicationView view() {
    return view(null, history.stream().map(HistoryRow::view).toList());
  }

  /** As it stands in a list: without history and recipient. */
  ApplicationView summary(boolean withAccount) {
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
        entries == null || recipient.saysNothing() ? null : recipient,
        clientReference,
        Money.stored(feeAmount, feeCurrency),
        waybillNumber,
        acceptedAt,
        updatedAt,
        entries);
  }
}
