package dev.uketsuke.warehouse;

import dev.uketsuke.database.TimeLimited;
import dev.uketsuke.inbox.InboxState;
import io.quarkus.hibernate.orm.panache.PanacheEntityBase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * A received event as staff see it. The entity is read-only, because native SQL writes the inbox.
 */
@Entity
@Immutable
@Table(name = "inbox")
class ReceivedEvent extends PanacheEntityBase {

  @Id private UUID id;

  private String source;

  @Column(name = "message_id")
  private String messageId;

  private String type;

  private UUID subject;

  @Enumerated(EnumType.STRING)
  private InboxState state;

  private String reason;

  @Column(name = "received_at")
  private Instant receivedAt;

  private String note;

  @Column(name = "settled_at")
  private Instant settledAt;

  /** Returns an event in its present state; the event must exist. */
  @TimeLimited
  static EventView current(UUID id) {
    return ReceivedEvent.<ReceivedEvent>findByIdOptional(id).map(ReceivedEvent::view).orElseThrow();
  }

  UUID id() {
    return id;
  }

  EventView view() {
    return new EventView(
        id, source, messageId, type, subject, receivedAt, state, reason, note, settledAt);
  }
}
