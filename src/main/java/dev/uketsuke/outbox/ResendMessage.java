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
 * Sends parked messages again, with their old ids and a full number of attempts.
 *
 * <p>Guarantee: only parked messages become pending; sent and dropped messages stay as they are.
 * Later messages of the application that are still pending wait for the resent one, so the order is
 * kept.
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
   * Makes later messages of the application wait for the resent one again. Deliveries that are
   * going on are not stopped.
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

  /** The outcome of a request. */
  public enum Resending {
    /** The message was parked and will be sent again. */
    TAKEN_UP,
    /** The message was pending already. */
    PENDING,
    /** The message was sent or dropped before. */
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
   * Sends one message again and returns the outcome; empty if there is no such message.
   *
   * @throws dev.uketsuke.database.DatabaseException if nothing was changed, or the outcome is
   *     unknown
   */
  public Optional<Resending> resend(UUID id) {
    Optional<Resending> resending = transactions.run(connection -> resend(connection, id));
    resending.ifPresent(done -> LOG.infof("Sending message %s again: %s", id, done));
    return resending;
  }

  private Optional<Resending> resend(Connection connection, UUID id) throws SQLException {
    if (takeUp(connection, List.of(id)) == 1) {
      return Optional.of(Resending.TAKEN_UP);
    }
    return Sql.one(
        connection, IS_SENT, row -> row.getBoolean(1) ? Resending.SENT : Resending.PENDING, id);
  }

  /** Sends those messages again that are parked, in one transaction, and returns their number. */
  int resendAll(List<UUID> ids) {
    int resent = ids.isEmpty() ? 0 : transactions.run(connection -> takeUp(connection, ids));
    if (resent > 0) {
      LOG.infof("%d parked messages will be sent again", resent);
    }
    return resent;
  }

  /** Makes parked messages pending, and returns their number. */
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
