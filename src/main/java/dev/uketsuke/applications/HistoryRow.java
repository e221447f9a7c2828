package dev.uketsuke.applications;

import dev.uketsuke.settlement.HistoryReason;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/**
 * One entry of an application's history. The entity is read-only, because native SQL writes the
 * history ({@link LifeTable}).
 */
@Entity
@Immutable
@Table(name = "application_history")
@IdClass(HistoryRow.Key.class)
class HistoryRow {

  /** The primary key: the application and the step number within it. */
  @RegisterForReflection
  record Key(UUID applicationId, int step) implements Serializable {}

  @Id
  @Column(name = "application_id")
  private UUID applicationId;

  @Id private int step;

  private int bucket;

  @Enumerated(EnumType.STRING)
  private ApplicationStatus status;

  private Instant at;

  private String by;

  @Enumerated(EnumType.STRING)
  private HistoryKind kind;

  private String reason;

  UUID applicationId() {
    return applicationId;
  }

  ApplicationView.Entry view() {
    Optional<HistoryReason> known = HistoryReason.of(by, reason);
    return new ApplicationView.Entry(
        step,
        kind,
        status,
        at,
        by,
        reason,
        known.orElse(null),
        known.map(each -> each.values(reason)).orElse(null));
  }
}
