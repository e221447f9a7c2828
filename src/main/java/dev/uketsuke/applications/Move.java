package dev.uketsuke.applications;

/**
 * A move together with the decision of the application on it. Only the methods of {@link
 * ApplicationLife} make moves, and {@link Applications} takes nothing else, so a caller cannot set
 * a status freely.
 */
public final class Move {

  private final MoveDecision decision;
  private final ApplicationStatus to;
  private final Actor by;
  private final Money fee;
  private final String waybillNumber;
  private final String reason;

  Move(MoveDecision decision, ApplicationStatus to, Actor by) {
    this(decision, to, by, null, null, null);
  }

  private Move(
      MoveDecision decision,
      ApplicationStatus to,
      Actor by,
      Money fee,
      String waybillNumber,
      String reason) {
    this.decision = decision;
    this.to = to;
    this.by = by;
    this.fee = fee;
    this.waybillNumber = waybillNumber;
    this.reason = reason;
  }

  /** Returns a copy of the move that also confirms a fee. */
  Move withFee(Money confirmed) {
    return new Move(decision, to, by, confirmed, waybillNumber, reason);
  }

  /** Returns a copy of the move with the waybill number that the application then has. */
  Move withWaybillNumber(String number) {
    return new Move(decision, to, by, fee, number, reason);
  }

  /** Returns a copy of the move with a reason for the history. */
  Move withReason(String text) {
    return new Move(decision, to, by, fee, waybillNumber, text);
  }

  /** Returns whether the move is allowed, or why it is not. */
  public MoveDecision decision() {
    return decision;
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

  /** Returns the reason for the history; null if there is nothing to add to the move. */
  String reason() {
    return reason;
  }
}
