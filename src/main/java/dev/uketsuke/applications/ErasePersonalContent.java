package dev.uketsuke.applications;

import dev.uketsuke.database.Sql;
import dev.uketsuke.jobs.RetentionStep;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Erases what is personal in applications that have been final for long enough.
 *
 * <p>Guarantee: recipient and client reference go, all that recognises a late resend stays; so a
 * resend is replayed, or refused as expired, exactly as before. Rules out that forgetting a person
 * makes the service forget that it has already acted.
 */
@Singleton
class ErasePersonalContent implements RetentionStep {

  /**
   * A final status is never left, so the last change is at the earliest when it was reached. Locks
   * as weakly as an update can, and passes over rows that another instance is at.
   */
  private static final String ERASE =
      """
      WITH batch AS MATERIALIZED (
        SELECT id FROM shipping_application
        WHERE erased_at IS NULL AND status IN ('DELIVERED', 'CANCELLED', 'REFUNDED')
          AND updated_at <= ?
        ORDER BY updated_at LIMIT ?
        FOR NO KEY UPDATE SKIP LOCKED)
      UPDATE shipping_application a SET
        recipient_name = NULL, recipient_phone = NULL, recipient_postal_code = NULL,
        recipient_address = NULL, client_reference = NULL, erased_at = now()
      FROM batch WHERE a.id = batch.id""";

  private final ErasureSettings settings;

  ErasePersonalContent(ErasureSettings settings) {
    this.settings = settings;
  }

  @Override
  public String name() {
    return "applicationsErased";
  }

  @Override
  public int batch(Connection connection, Instant now, int limit) throws SQLException {
    if (settings.dataRetention().isEmpty()) {
      return 0;
    }
    Instant until = now.minus(settings.dataRetention().get());
    return Sql.update(connection, ERASE, until, limit);
  }

  @Override
  public Optional<Oldest> oldest() {
    return settings
        .dataRetention()
        .map(
            retention ->
                new Oldest(
                    "shipping_application",
                    "updated_at",
                    "erased_at IS NULL AND status IN ('DELIVERED', 'CANCELLED', 'REFUNDED')",
                    retention));
  }
}
