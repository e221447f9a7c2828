package dev.uketsuke.applications;

import static dev.uketsuke.applications.ApplicationStatus.ACCEPTED;
import static dev.uketsuke.applications.ApplicationStatus.CANCELLED;
import static dev.uketsuke.applications.ApplicationStatus.DELIVERED;
import static dev.uketsuke.applications.ApplicationStatus.FEE_CONFIRMED;
import static dev.uketsuke.applications.ApplicationStatus.PAID;
import static dev.uketsuke.applications.ApplicationStatus.REFUNDED;
import static dev.uketsuke.applications.ApplicationStatus.SHIPPED;
import static dev.uketsuke.applications.ApplicationStatus.WAREHOUSE_CHECKED;

import java.util.Set;
import java.util.UUID;

/**
 * A shipping application inside a transaction: where it stands, what it has been through, and the
 * moves it can make.
 *
 * <p>Guarantee: every move there is has a name here and is decided by the one table of moves,
 * {@link ApplicationStatus#next()}, and by the history. Deciding changes nothing; {@link
 * MoveApplication} carries a decision out, and only if the application still stands where it was
 * decided.
 *
 * @param id UUIDv7
 * @param accountId whose it is
 * @param status where it stands
 * @param reached every status it ever came to, the present one included
 * @param fee what was confirmed, or null before that
 * @param waybillNumber the first that was told, or null before that
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

  /** Whether it was handed in by this account. */
  boolean belongsTo(String account) {
    return accountId.equals(account);
  }

  /** Handed in: how every life begins, and so always a repetition. */
  Step accept(Actor by) {
    return step(ACCEPTED, by);
  }

  /** The parcels passed the warehouse check. */
  public Step check(Actor by) {
    return step(WAREHOUSE_CHECKED, by);
  }

  /**
   * Staff fix the fee.
   *
   * @param confirmed the fee; another one than was confirmed before is no repetition
   */
  Step confirmFee(Money confirmed) {
    return reached.contains(FEE_CONFIRMED) && !confirmed.equals(fee)
        ? new Step(Verdict.OTHER_FEE, FEE_CONFIRMED, Actor.STAFF)
        : step(FEE_CONFIRMED, Actor.STAFF).withFee(confirmed);
  }

  /** The fee was paid; whether the sum is right is for the caller to have checked. */
  public Step pay() {
    return step(PAID, Actor.PAYMENT);
  }

  /**
   * The parcels went to the carrier.
   *
   * @param told the waybill number that came with it, or null; {@link RecordWaybill} records it
   */
  public Step ship(Actor by, String told) {
    return step(SHIPPED, by).withWaybillNumber(waybillNumber == null ? told : waybillNumber);
  }

  /** The parcels reached the recipient. */
  public Step deliver(Actor by) {
    return step(DELIVERED, by);
  }

  /** Given up before it was paid. */
  Step cancel(Actor by) {
    return step(CANCELLED, by);
  }

  /** The payment went back. */
  public Step refund() {
    return step(REFUNDED, Actor.PAYMENT);
  }

  /** A move that staff ask for but only the payment provider can make, contract §3.4. */
  Step leaveToPayments(ApplicationStatus to) {
    return new Step(Verdict.LEFT_TO_PAYMENTS, to, Actor.STAFF);
  }

  private Step step(ApplicationStatus to, Actor by) {
    if (reached.contains(to)) {
      return new Step(Verdict.REPEATS, to, by);
    }
    return new Step(status.next().contains(to) ? Verdict.MOVES : Verdict.ILLEGAL, to, by);
  }
}
