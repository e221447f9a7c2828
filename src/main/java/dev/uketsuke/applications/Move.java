package dev.uketsuke.applications;

/**
 * A move as the application decided it; only the named moves of {@link ApplicationLife} make one.
 *
 * <p>Rules out a move to a status that a caller picks freely, because {@link Applications} carries
 * out nothing else.
 */
public final class Move {

  private final Verdict verdict;
  private final ApplicationStatus to;
  private final Actor by;
  private final Money fee;
  private final String waybillNumber;

  Move(Verdict verdict, ApplicationStatus to, Actor by) {
    this(verdict, to, by, null, null);
  }

  private Move(Verdict verdict, ApplicationStatus to, Actor by, Money fee, String waybillNumber) {
    this.verdict = verdict;
    this.to = to;
    this.by = by;
    this.fee = fee;
    this.waybillNumber = waybillNumber;
  }

  /** Returns the same move, which also confirms this fee. */
  Move withFee(Money confirmed) {
    return new Move(verdict, to, by, confirmed, waybillNumber);
  }

  /** Returns the same move with the waybill number that the application has once it is made. */
  Move withWaybillNumber(String number) {
    return new Move(verdict, to, by, fee, number);
  }

  /** Returns whether the move can be made, or why not. */
  Verdict verdict() {
    return verdict;
  }

  /** Returns the status that the application comes to. */
  ApplicationStatus to() {
    return to;
  }

  /** Returns who makes the move. */
  Actor by() {
    return by;
  }

  /** Returns the fee that this move confirms; null if it confirms none. */
  Money fee() {
    return fee;
  }

  /** Returns the waybill number that the event about this move reports; null if it reports none. */
  String waybillNumber() {
    return waybillNumber;
  }
}
