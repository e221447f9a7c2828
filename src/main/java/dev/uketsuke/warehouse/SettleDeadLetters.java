package dev.uketsuke.warehouse;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.uketsuke.applications.Actor;
import dev.uketsuke.applications.Applications;
import dev.uketsuke.database.Transactions;
import dev.uketsuke.kafka.DeadLetterFilter;
import dev.uketsuke.kafka.DeadLetterRows;
import dev.uketsuke.kafka.DeadLetterTable;
import dev.uketsuke.kafka.DeadLetterTable.DeadLetter;
import dev.uketsuke.kafka.DeadLetterView;
import dev.uketsuke.settlement.SettlementOutcome;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jboss.logging.Logger;

/**
 * Settles dead letters by hand, one or all that fit a filter.
 *
 * <p>Guarantee: each is settled once, with one note, which also stands in the history of the
 * application that the record names, if there is one. A settled dead letter is never read again.
 */
@Singleton
class SettleDeadLetters {

  private static final Logger LOG = Logger.getLogger(SettleDeadLetters.class);

  /** A request must end while somebody waits for it. */
  private static final int MOST = 100;

  private final Transactions transactions;
  private final DeadLetterTable table;
  private final DeadLetterRows deadLetterRows;
  private final Applications applications;

  SettleDeadLetters(
      Transactions transactions,
      DeadLetterTable table,
      DeadLetterRows deadLetterRows,
      Applications applications) {
    this.transactions = transactions;
    this.table = table;
    this.deadLetterRows = deadLetterRows;
    this.applications = applications;
  }

  /**
   * What was done.
   *
   * @param settled how many dead letters were settled now
   * @param more whether there are more that fit the filter
   */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.ALWAYS)
  @Schema(name = "SettledDeadLetters")
  record Settled(
      @Schema(required = true, description = "How many were settled now.") int settled,
      @Schema(required = true, description = "Whether more fit the filter: send it again.")
          boolean more) {}

  /**
   * Settles one dead letter.
   *
   * @param note what the person has to say
   * @return empty if there is no such dead letter
   * @throws dev.uketsuke.database.DatabaseException if it could not be done, or nobody knows
   */
  Optional<SettlementOutcome> settle(UUID id, String note) {
    Optional<SettlementOutcome> outcome =
        transactions.run(connection -> settle(connection, id, note));
    outcome.ifPresent(done -> LOG.infof("Settling a dead letter: %s deadLetter=%s", done, id));
    return outcome;
  }

  private Optional<SettlementOutcome> settle(Connection connection, UUID id, String note)
      throws SQLException {
    boolean now = table.settle(connection, id, note);
    Optional<DeadLetter> found = table.find(connection, id);
    if (found.isPresent() && now) {
      Optional<UUID> application = found.get().applicationId();
      if (application.isPresent()) {
        applications.note(connection, application.get(), Actor.STAFF, note);
      }
      return Optional.of(SettlementOutcome.SETTLED);
    }
    return found.map(letter -> SettlementOutcome.again(note, letter.note()));
  }

  /** Settles the open dead letters that fit the filter, the newest first, at most 100. */
  Settled settleAll(DeadLetterFilter filter, String note) {
    List<DeadLetterView> open =
        filter
            .open()
            .map(fitting -> deadLetterRows.rows(fitting, Optional.empty(), MOST + 1))
            .orElse(List.of());
    int settled = 0;
    for (DeadLetterView letter : open.subList(0, Math.min(MOST, open.size()))) {
      boolean now = settle(letter.id(), note).equals(Optional.of(SettlementOutcome.SETTLED));
      settled += now ? 1 : 0;
    }
    return new Settled(settled, open.size() > MOST);
  }
}
