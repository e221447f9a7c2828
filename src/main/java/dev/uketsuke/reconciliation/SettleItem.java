package dev.uketsuke.reconciliation;

import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.json.CanonicalUuid;
import dev.uketsuke.settlement.SettlementOutcome;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Settles an item that reconciliation lists, when a person asks for it.
 *
 * <p>Guarantee: an item is settled once, with one note, which is also added to the application's
 * history. It is listed until then. If the same discrepancy arises again later, it is a new item.
 */
@Singleton
class SettleItem {

  private static final Logger LOG = Logger.getLogger(SettleItem.class);

  static final String SETTLE =
      """
      INSERT INTO reconciliation_settlement (kind, item_id, since, note) VALUES (?, ?, ?, ?)
      ON CONFLICT ON CONSTRAINT reconciliation_settlement_pkey DO NOTHING""";

  static final String NOTE =
      """
      SELECT note FROM reconciliation_settlement WHERE kind = ? AND item_id = ?
      ORDER BY since DESC LIMIT 1""";

  private final Transactions transactions;
  private final Applications applications;

  SettleItem(Transactions transactions, Applications applications) {
    this.transactions = transactions;
    this.applications = applications;
  }

  /**
   * Settles one item and returns the outcome.
   *
   * @param id the id in the list
   * @param note the person's note
   * @return the outcome; empty if no such item is or was listed
   */
  Optional<SettlementOutcome> settle(OutOfStep kind, UUID id, String note) {
    Optional<SettlementOutcome> done = transactions.run(c -> settle(c, kind, id, note));
    done.ifPresent(
        each -> LOG.infof("Settling an item: %s kind=%s item=%s", each, kind.path(), id));
    return done;
  }

  private Optional<SettlementOutcome> settle(
      Connection connection, OutOfStep kind, UUID id, String note) throws SQLException {
    Optional<Discrepancy> found =
        Sql.one(connection, kind.single(), Reconcile::item, id, kind.path());
    if (found.isPresent()
        && Sql.update(connection, SETTLE, kind.path(), id.toString(), found.get().since(), note)
            == 1) {
      Optional<UUID> application = CanonicalUuid.parse(found.get().applicationId());
      if (application.isPresent()) {
        applications.note(connection, application.get(), Actor.STAFF, note);
      }
      return Optional.of(SettlementOutcome.SETTLED);
    }
    return Sql.one(connection, NOTE, row -> row.getString(1), kind.path(), id.toString())
        .map(recorded -> SettlementOutcome.again(note, recorded));
  }
}
