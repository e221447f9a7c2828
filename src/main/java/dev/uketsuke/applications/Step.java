package dev.uketsuke.applications;

/**
 * A move as the aggregate decided it; only the named moves of {@link ApplicationLife} make one.
 *
 * <p>Rules out a move to a status picked freely: there is no other way to a step that {@link
 * MoveApplication} would carry out.
 */
public final class Step {

  private final Verdict verdict;
  private final ApplicationStatus to;
  private final Actor by;
  private final Money fee;
  private final String waybillNumber;

  Step(Verdict verdict, ApplicationStatus to, Actor by) {
    this(verdict, to, by, null, null);
  }

  private Step(Verdict verdict, ApplicationStatus to, Actor by, Money fee, String waybillNumber) {
    this.verdict = verdict;
    this.to = to;
    this.by = by;
    this.fee = fee;
    this.waybillNumber = waybillNumber;
  }

  Step withFee(Money confirmed) {
    return new Step(verdict, to, by, confirmed, waybillNumber);
  }

  /** The number that stands once it is made. */
  Step withWaybillNumber(String number) {
    return new Step(verdict, to, by, fee, number);
  }

  Verdict verdict() {
    return verdict;
  }

  ApplicationStatus to() {
    return to;
  }

  Actor by() {
    return by;
  }

  /** Null unless this move confirms one. */
  Money fee() {
    return fee;
  }

  /** Null unless there is one and this move tells of it. */
  String waybillNumber() {
    return waybillNumber;
  }
}
