package dev.uketsuke.outbox;

import dev.uketsuke.database.AfterCommit;
import dev.uketsuke.database.Sql;
import dev.uketsuke.database.Transactions;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Sends parked messages again, with their old ids and all attempts before them.
 *
 * <p>Guarantee: only parked ones; what is sent stays sent, and what is on its way is left alone.
 */
@Singleton
public class ResendMessage {

  private static final Logger LOG = Logger.getLogger(ResendMessage.class);

  static final String TAKE_UP =
      """
      UPDATE outbox SET parked_at = NULL, attempts = 0, deferrals = 0, head = false,
        next_attempt_at = statement_timestamp()
      WHERE id = ANY (?) AND parked_at IS NOT NULL
      RETURNING aggregatetype, aggregateid""";

  /**
   * Messages that went past a parked one wait for it again; those under way are not called back.
   */
  static final String STAND_BEHIND =
      """
      UPDATE outbox o SET head = false
      FROM outbox resent
      WHERE resent.id = ANY (?) AND resent.parked_at IS NULL
        AND o.account_id = resent.account_id AND o.bucket = resent.bucket
        AND o.aggregateid = resent.aggregateid
        AND o.aggregatetype = resent.aggregatetype AND o.step > resent.step
        AND o.sent_at IS NULL AND o.parked_at IS NULL AND o.head""";

  static final String IS_SENT = "SELECT sent_at IS NOT NULL FROM outbox WHERE id = ?";

  /** What became of the request. */
  public enum Resending {
    /** It is on its way again. */
    TAKEN_UP,
    /** It was on its way already. */
    PENDING,
    /** The destination has it. */
    SENT
  }

  private final Transactions transactions;
  private final OutboxClaims claims;
  private final WakeRelay wakeRelay;

  ResendMessage(Transactions transactions, OutboxClaims claims, WakeRelay wakeRelay) {
    this.transactions = transactions;
    this.claims = claims;
    this.wakeRelay = wakeRelay;
  }

  /**
   * Resends one message.
   *
   * @return empty if there is no such message
   * @throws dev.uketsuke.database.DatabaseException if it could not be done, or nobody knows
   */
  public Optional<Resending> resend(UUID id) {
    Optional<Resending> resending = transactions.run(connection -> resend(connection, id));
    resending.ifPresent(done -> LOG.infof("message %s to be sent again: %s", id, done));
    return resending;
  }

  private Optional<Resending> resend(Connection connection, UUID id) throws SQLException {
    if (takeUp(connection, List.of(id)) == 1) {
      return Optional.of(Resending.TAKEN_UP);
    }
    return Sql.one(
        connection, IS_SENT, row -> row.getBoolean(1) ? Resending.SENT : Resending.PENDING, id);
  }

  /** Resends those that are parked, in one transaction, and returns how many. */
  int resendAll(List<UUID> ids) {
    int resent = ids.isEmpty() ? 0 : transactions.run(connection -> takeUp(connection, ids));
    if (resent > 0) {
      LOG.infof("%d messages to be sent again", resent);
    }
    return resent;
  }

  /** Takes up those that are parked, and returns how many. */
  private int takeUp(Connection connection, Collection<UUID> ids) throws SQLException {
    UUID[] all = ids.toArray(UUID[]::new);
    List<String[]> taken =
        Sql.query(
            connection,
            TAKE_UP,
            row -> new String[] {row.getString(1), row.getString(2)},
            (Object) all);
    if (!taken.isEmpty()) {
      Sql.update(connection, STAND_BEHIND, (Object) all);
    }
    Map<String, List<String>> destinations =
        taken.stream()
            .collect(
                Collectors.groupingBy(
                    each -> each[0], Collectors.mapping(each -> each[1], Collectors.toList())));
    for (Map.Entry<String, List<String>> each : destinations.entrySet()) {
      claims.next(connection, each.getKey(), each.getValue());
      AfterCommit.add(() -> wakeRelay.wake(each.getKey()));
    }
    return taken.size();
  }
}
