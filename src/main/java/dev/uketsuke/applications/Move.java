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
  private final String reason;

  Move(Verdict verdict, ApplicationStatus to, Actor by) {
    this(verdict, to, by, null, null, null);
  }

  private Move(
      Verdict verdict,
      ApplicationStatus to,
      Actor by,
      Money fee,
      String waybillNumber,
      String reason) {
    this.verdict = verdict;
    this.to = to;
    this.by = by;
    this.fee = fee;
    this.waybillNumber = waybillNumber;
    this.reason = reason;
  }

  /** Returns the same move, which also confirms this fee. */
  Move withFee(Money confirmed) {
    return new Move(verdict, to, by, confirmed, waybillNumber, reason);
  }

  /** Returns the same move with the waybill number that the application has once it is made. */
  Move withWaybillNumber(String number) {
    return new Move(verdict, to, by, fee, number, reason);
  }

  /** Returns the same move with what the history says about why it was made. */
  Move withReason(String text) {
    return new Move(verdict, to, by, fee, waybillNumber, text);
  }

  /** Returns whether the move can be made, or why not. */
  public Verdict verdict() {
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

  /** Returns why the move is made, for people; null if it speaks for itself. */
  String reason() {
    return reason;
  }
}
