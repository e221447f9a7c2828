package dev.uketsuke.applications;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.UUID;
import org.hibernate.annotations.Immutable;

/** One line of an application's history; read only, since history is appended to by SQL alone. */
@Entity
@Immutable
@Table(name = "application_history")
class HistoryRow {

  @Id private long id;

  @Column(name = "application_id")
  private UUID applicationId;

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
    return new ApplicationView.Entry(kind, status, at, by, reason);
  }
}
