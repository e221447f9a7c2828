package dev.uketsuke.reconciliation;

import java.util.Arrays;
import java.util.Optional;

/**
 * The kinds of items that reconciliation lists, and the queries that find them.
 *
 * <p>Payments, events, parked messages and dead letters are settled at their own addresses, because
 * their rows contain the note. Items of the other kinds are settled here.
 */
enum OutOfStep {
  /** The application is PAID, and its waybill is not known yet. */
  PAID_WITHOUT_WAYBILL(
      "paidWithoutWaybill",
      true,
      "id::text, id::text, status, NULL::text, " + Columns.CAME_TO + "'PAID'), accepted_at)",
      "shipping_application a WHERE status = 'PAID' AND waybill_number IS NULL",
      "updated_at"),
  /** The parcels are shipped, and their waybill number is not known. */
  SHIPPED_WITHOUT_WAYBILL(
      "shippedWithoutWaybill",
      true,
      "id::text, id::text, status, NULL::text, " + Columns.CAME_TO + "'SHIPPED'), accepted_at)",
      "shipping_application a WHERE status IN ('SHIPPED', 'DELIVERED')"
          + " AND waybill_number IS NULL AND archived_at IS NULL",
      "updated_at"),
  /** The payment was refunded, so a person has to cancel the waybill with the carrier. */
  REFUNDED_WITH_WAYBILL(
      "refundedWithWaybill",
      true,
      "id::text, id::text, status, waybill_number, "
          + Columns.CAME_TO
          + "'REFUNDED'), accepted_at)",
      "shipping_application a WHERE status = 'REFUNDED' AND waybill_number IS NOT NULL",
      "updated_at"),
  /** Two applications have one waybill number. */
  SHARED_WAYBILLS("sharedWaybills", "SHARED_WAYBILL"),
  /** A waybill number was reported that differs from the one that was kept. */
  CONTRADICTING_WAYBILLS("contradictingWaybills", "CONTRADICTING_WAYBILL"),
  /** The carrier may have booked a waybill whose order was dropped. */
  UNKNOWN_BOOKINGS("unknownBookings", "UNKNOWN_BOOKING"),
  /** Messages that wait for more than an hour; only the first one of each application. */
  PENDING_MESSAGES(
      "pendingMessages",
      true,
      "id::text, aggregateid, type, last_error, created_at",
      "(SELECT id, aggregateid, type, last_error, created_at FROM outbox WHERE sent_at IS NULL"
          + " AND parked_at IS NULL AND head LIMIT 100000) o"
          + " WHERE created_at < statement_timestamp() - interval '1 hour'",
      "created_at"),
  PARKED_MESSAGES(
      "parkedMessages",
      false,
      "id::text, aggregateid, type, last_error, parked_at",
      "outbox WHERE parked_at IS NOT NULL",
      "id"),
  UNMATCHED_PAYMENTS(
      "unmatchedPayments", false, Columns.PAYMENT, Columns.PAYMENTS + "'UNMATCHED'", "id"),
  WAITING_PAYMENTS("waitingPayments", false, Columns.PAYMENT, Columns.PAYMENTS + "'WAITING'", "id"),
  /** The contents of callbacks that contradict a recorded payment event. */
  CONTRADICTING_PAYMENTS(
      "contradictingPayments",
      false,
      "id::text, application_id::text, type, 'CONTRADICTS_EARLIER', received_at",
      "payment_contradiction WHERE state = 'UNMATCHED'",
      "id"),
  WAITING_EVENTS("waitingEvents", false, Columns.EVENT, Columns.EVENTS + "'WAITING'", "id"),
  PARKED_EVENTS("parkedEvents", false, Columns.EVENT, Columns.EVENTS + "'PARKED'", "id"),
  /** Records from the broker that could not be read as events. */
  DEAD_LETTERS(
      "deadLetters",
      false,
      "id::text, application_id::text, topic, reason, received_at",
      "dead_letter WHERE state = 'OPEN'",
      "id"),
  /** Topics of which nothing is settled; each process that reads one tells for itself. */
  UNREAD_TOPICS(
      "unreadTopics",
      true,
      "id::text, NULL::text, topic,"
          + " concat_ws('; ', 'Records not settled: ' || records, trouble), since",
      "unread_topic WHERE seen_at > statement_timestamp() - interval '2 minutes'",
      "since");

  private static final class Columns {
    /**
     * Selects when an application came to a status; the status has to follow. {@code updated_at}
     * cannot be used: settling an item adds a note, which changes {@code updated_at}, and the item
     * would be listed again. If the history has no such move, the time of acceptance is used.
     */
    static final String CAME_TO =
        "coalesce((SELECT max(h.at) FROM application_history h WHERE h.account_id = a.account_id"
            + " AND h.bucket = a.bucket AND h.application_id = a.id AND h.kind = 'MOVE'"
            + " AND h.status = ";

    static final String PAYMENT = "id::text, application_id::text, type, reason, received_at";
    static final String PAYMENTS = "payment WHERE state = ";
    static final String EVENT = "id::text, subject::text, type, reason, received_at";
    static final String EVENTS = "inbox WHERE state <> 'APPLIED' AND state = ";
  }

  private final String path;
  private final boolean settledHere;
  private final String columns;
  private final String from;
  private final String order;

  OutOfStep(String path, String discrepancy) {
    this(
        path,
        true,
        "id::text, application_id::text, kind, detail, found_at",
        "discrepancy WHERE kind = '" + discrepancy + "'",
        "found_at");
  }

  OutOfStep(String path, boolean settledHere, String columns, String from, String order) {
    this.path = path;
    this.settledHere = settledHere;
    this.columns = columns;
    this.from = from;
    this.order = order;
  }

  /** Returns the kind of this name that is settled here; empty if there is none. */
  static Optional<OutOfStep> settledUnder(String path) {
    return Arrays.stream(values())
        .filter(kind -> kind.settledHere && kind.path.equals(path))
        .findFirst();
  }

  /** Returns the name of the kind in answers and addresses. */
  String path() {
    return path;
  }

  /**
   * Returns the query of open items, the oldest first: id, application, type, reason, since, age in
   * seconds. Its parameters are the name of the kind and the greatest number of rows.
   */
  String listing() {
    return open("") + " ORDER BY place LIMIT ?";
  }

  /** Returns the query of one open item. Its parameters are the id, a UUID, and the name. */
  String single() {
    return open(" AND id = ?");
  }

  private String open(String further) {
    return "SELECT id, application_id, type, reason, since,"
        + " extract(epoch FROM statement_timestamp() - since)::bigint"
        + " FROM (SELECT "
        + columns
        + ", "
        + order
        + " FROM "
        + from
        + further
        + ") AS listed (id, application_id, type, reason, since, place)"
        + " WHERE NOT EXISTS (SELECT FROM reconciliation_settlement s"
        + " WHERE s.kind = ? AND s.item_id = listed.id AND s.since = listed.since)";
  }
}
