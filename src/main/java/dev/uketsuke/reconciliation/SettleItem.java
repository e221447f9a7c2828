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
 * Settles by hand an item that reconciliation lists.
 *
 * <p>Guarantee: it is settled once, with one note, which also stands in the application's history,
 * and is listed until then. If the same thing gets out of step again, it is listed again.
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
   * Settles one item.
   *
   * @param id under which it is listed
   * @param note what the person has to say
   * @return what became of the request; empty if no such item is or was listed
   */
  Optional<SettlementOutcome> settle(OutOfStep kind, UUID id, String note) {
    Optional<SettlementOutcome> done = transactions.run(c -> settle(c, kind, id, note));
    done.ifPresent(each -> LOG.infof("reconciliation %s %s item=%s", kind.path(), each, id));
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
