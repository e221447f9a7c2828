package dev.uketsuke.outbox;

import dev.uketsuke.database.TimeLimited;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * A message out as staff see it, without its payload. The entity is read-only, because native SQL
 * writes the table.
 */
@Entity
@Immutable
@Table(name = "outbox")
class OutboxRow extends PanacheEntityBase {

  @Id private UUID id;

  @Column(name = "aggregatetype")
  private String aggregateType;

  @Column(name = "aggregateid")
  private String aggregateId;

  private int step;

  private String type;

  private int attempts;

  @Column(name = "created_at")
  private Instant createdAt;

  @Column(name = "next_attempt_at")
  private Instant nextAttemptAt;

  @Column(name = "sent_at")
  private Instant sentAt;

  @Column(name = "parked_at")
  private Instant parkedAt;

  private boolean head;

  private boolean dropped;

  @Column(name = "last_error")
  private String lastError;

  /** Returns a message in its present state; the message must exist. */
  @TimeLimited
  static OutboxView current(UUID id) {
    return OutboxRow.<OutboxRow>findByIdOptional(id).map(OutboxRow::view).orElseThrow();
  }

  UUID id() {
    return id;
  }

  OutboxState state() {
    if (sentAt != null) {
      return dropped ? OutboxState.DROPPED : OutboxState.SENT;
    }
    return parkedAt != null ? OutboxState.PARKED : OutboxState.PENDING;
  }

  OutboxView view() {
    return new OutboxView(
        id,
        state(),
        aggregateType,
        aggregateId,
        step,
        type,
        attempts,
        lastError,
        createdAt,
        state() == OutboxState.PENDING && head ? nextAttemptAt : null,
        parkedAt,
        dropped ? null : sentAt,
        dropped ? sentAt : null);
  }
}
