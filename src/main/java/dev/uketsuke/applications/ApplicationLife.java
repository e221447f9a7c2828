package dev.uketsuke.applications;

import static dev.uketsuke.applications.ApplicationStatus.ACCEPTED;
import static dev.uketsuke.applications.ApplicationStatus.CANCELLED;
import static dev.uketsuke.applications.ApplicationStatus.DELIVERED;
import static dev.uketsuke.applications.ApplicationStatus.FEE_CONFIRMED;
import static dev.uketsuke.applications.ApplicationStatus.PAID;
import static dev.uketsuke.applications.ApplicationStatus.REFUNDED;
import static dev.uketsuke.applications.ApplicationStatus.SHIPPED;
import static dev.uketsuke.applications.ApplicationStatus.WAREHOUSE_CHECKED;

import dev.uketsuke.accounts.Bucket;
import dev.uketsuke.settlement.HistoryReason;
import java.util.Set;
import java.util.UUID;

/**
 * The life of a {@link ShippingApplication}: its status, its history, and every move that it can
 * make.
 *
 * <p>Guarantee: each move is a method of this record, which decides by the table of moves, {@link
 * ApplicationStatus#next()}, and by the history. Deciding changes nothing. {@link
 * Applications#move} carries a decision out, and only if the status is still the one on which the
 * decision was based.
 *
 * @param id the application's id, a UUIDv7
 * @param accountId the account that the application belongs to
 * @param status the present status
 * @param reached all statuses that the application has come to, the present one included
 * @param fee the confirmed fee; null before it is confirmed
 * @param waybillNumber the first waybill number that was reported; null before that
 * @param consignment the goods to be shipped
 */
public record ApplicationLife(
    UUID id,
    String accountId,
    ApplicationStatus status,
    Set<ApplicationStatus> reached,
    Money fee,
    String waybillNumber,
    Consignment consignment) {

  /**
   * The goods to be shipped, without personal data.
   *
   * @param totalWeightGrams the weight in grams; null if the applicant did not state it
   */
  public record Consignment(
      String origin, String destination, int parcels, Integer totalWeightGrams) {}

  /** Returns the bucket of the account, which is part of the keys of all its rows. */
  int bucket() {
    return Bucket.of(accountId);
  }

  /** Checks whether this account submitted the application. */
  boolean belongsTo(String account) {
    return accountId.equals(account);
  }

  /** Decides the move to the first status, which every application has reached: a repetition. */
  Move accept(Actor by) {
    return decide(ACCEPTED, by);
  }

  /** Decides the move that reports a passed warehouse check. */
  public Move check(Actor by) {
    return decide(WAREHOUSE_CHECKED, by);
  }

  /**
   * Decides the move by which staff fix the fee.
   *
   * @param confirmed the fee; if another fee was confirmed before, the move is refused
   */
  Move confirmFee(Money confirmed) {
    return reached.contains(FEE_CONFIRMED) && !confirmed.equals(fee)
        ? new Move(MoveDecision.OTHER_FEE, FEE_CONFIRMED, Actor.STAFF)
        : decide(FEE_CONFIRMED, Actor.STAFF).withFee(confirmed);
  }

  /** Decides the move that reports the payment; the caller has checked that the amount is right. */
  public Move pay() {
    return decide(PAID, Actor.PAYMENT);
  }

  /** Decides the move by which an application whose fee is zero counts as paid. */
  public Move payNothing() {
    return decide(PAID, Actor.SYSTEM).withReason(HistoryReason.NOTHING_TO_PAY.text());
  }

  /**
   * Decides the move that reports that the carrier has the parcels.
   *
   * @param reported the waybill number in the report, for the event about the move; null if there
   *     was none. {@link Applications#recordWaybill} records the number
   */
  public Move ship(Actor by, String reported) {
    return decide(SHIPPED, by).withWaybillNumber(waybillNumber == null ? reported : waybillNumber);
  }

  /** Decides the move that reports that the recipient has the parcels. */
  public Move deliver(Actor by) {
    return decide(DELIVERED, by);
  }

  /** Decides the move that cancels the application before it is paid. */
  Move cancel(Actor by) {
    return decide(CANCELLED, by);
  }

  /** Decides the move that reports that the payment was refunded. */
  public Move refund() {
    return decide(REFUNDED, Actor.PAYMENT);
  }

  /** Refuses a move that staff ask for but only payment callbacks make (contract §3.4). */
  Move leaveToPayments(ApplicationStatus to) {
    return new Move(MoveDecision.LEFT_TO_PAYMENTS, to, Actor.STAFF);
  }

  private Move decide(ApplicationStatus to, Actor by) {
    if (reached.contains(to)) {
      return new Move(MoveDecision.REPEATS, to, by);
    }
    return new Move(status.next().contains(to) ? MoveDecision.MOVES : MoveDecision.ILLEGAL, to, by);
  }
}
