package dev.uketsuke.payments;

import dev.uketsuke.applications.Money;
import dev.uketsuke.database.TimeLimited;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * A payment event or a contradiction, as staff see it. The entity is read-only, because native SQL
 * records both ({@link PaymentTable}, {@link ContradictionTable}).
 */
@Entity
@Immutable
@Table(name = "payment_record")
class Payment extends PanacheEntityBase {

  @Id private UUID id;

  @Column(name = "transaction_id")
  private String transactionId;

  @Enumerated(EnumType.STRING)
  private PaymentType type;

  @Column(name = "application_id")
  private UUID applicationId;

  private BigDecimal amount;

  private String currency;

  @Column(name = "occurred_at")
  private Instant occurredAt;

  @Column(name = "received_at")
  private Instant receivedAt;

  @Enumerated(EnumType.STRING)
  private PaymentState state;

  @Enumerated(EnumType.STRING)
  private UnmatchedReason reason;

  private String note;

  @Column(name = "settled_at")
  private Instant settledAt;

  /** Returns an event in its present state; the event must exist. */
  @TimeLimited
  static PaymentView current(UUID id) {
    return Payment.<Payment>findByIdOptional(id).map(Payment::view).orElseThrow();
  }

  UUID id() {
    return id;
  }

  PaymentView view() {
    return new PaymentView(
        id,
        transactionId,
        type,
        applicationId,
        Money.stored(amount, currency),
        occurredAt,
        receivedAt,
        state,
        reason,
        note,
        settledAt);
  }
}
