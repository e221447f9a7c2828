package dev.uketsuke.settlement;

/** The outcome of a person's request to settle an item with a note. */
public enum SettlementOutcome {
  /** The item is settled now. */
  SETTLED,
  /** The item was settled before with the same note. */
  REPEATED,
  /** The item has taken effect, or was settled with another note. */
  NOT_OPEN;

  /** Returns the outcome for an item that was settled before with the recorded note. */
  public static SettlementOutcome again(String note, String recorded) {
    return note.equals(recorded) ? REPEATED : NOT_OPEN;
  }
}
