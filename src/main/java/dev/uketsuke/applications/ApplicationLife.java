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
import java.util.Set;
import java.util.UUID;

/**
 * The life of a {@link ShippingApplication}: where it stands, what it has been through, and every
 * move it can make.
 *
 * <p>Guarantee: each move has a name here, and is decided by the one table of moves, {@link
 * ApplicationStatus#next()}, and by the history. Deciding changes nothing; {@link
 * Applications#move} carries a decision out, and only if the application still stands where it was
 * decided.
 *
 * @param id UUIDv7
 * @param accountId whose it is
 * @param status where it stands
 * @param reached every status it ever came to, the present one included
 * @param fee what was confirmed, or null before that
 * @param waybillNumber the first that was reported, or null before that
 * @param consignment what is to be shipped
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
   * What is to be shipped, without anything personal.
   *
   * @param totalWeightGrams grams, or null
   */
  public record Consignment(
      String origin, String destination, int parcels, Integer totalWeightGrams) {}

  /** Returns the bucket of the account, which is in all keys. */
  int bucket() {
    return Bucket.of(accountId);
  }

  /** Checks whether this account handed the application in. */
  boolean belongsTo(String account) {
    return accountId.equals(account);
  }

  /** Decides the first move of every life, which is therefore always a repetition. */
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
   * @param confirmed the fee; a fee other than the one confirmed before is no repetition
   */
  Move confirmFee(Money confirmed) {
    return reached.contains(FEE_CONFIRMED) && !confirmed.equals(fee)
        ? new Move(Verdict.OTHER_FEE, FEE_CONFIRMED, Actor.STAFF)
        : decide(FEE_CONFIRMED, Actor.STAFF).withFee(confirmed);
  }

  /** Decides the move that reports the payment; the caller has checked that the sum is right. */
  public Move pay() {
    return decide(PAID, Actor.PAYMENT);
  }

  /** Decides the move by which an application whose fee is zero counts as paid. */
  public Move payNothing() {
    return decide(PAID, Actor.SYSTEM).withReason("Nothing to pay");
  }

  /**
   * Decides the move that reports that the carrier has the parcels.
   *
   * @param reported the waybill number that came with it, or null; {@link
   *     Applications#recordWaybill} records it
   */
  public Move ship(Actor by, String reported) {
    return decide(SHIPPED, by).withWaybillNumber(waybillNumber == null ? reported : waybillNumber);
  }

  /** Decides the move that reports that the recipient has the parcels. */
  public Move deliver(Actor by) {
    return decide(DELIVERED, by);
  }

  /** Decides the move that gives the application up before it is paid. */
  Move cancel(Actor by) {
    return decide(CANCELLED, by);
  }

  /** Decides the move that reports that the payment went back. */
  public Move refund() {
    return decide(REFUNDED, Actor.PAYMENT);
  }

  /** Refuses a move that staff ask for but only the payment provider makes, contract §3.4. */
  Move leaveToPayments(ApplicationStatus to) {
    return new Move(Verdict.LEFT_TO_PAYMENTS, to, Actor.STAFF);
  }

  private Move decide(ApplicationStatus to, Actor by) {
    if (reached.contains(to)) {
      return new Move(Verdict.REPEATS, to, by);
    }
    return new Move(status.next().contains(to) ? Verdict.MOVES : Verdict.ILLEGAL, to, by);
  }
}
