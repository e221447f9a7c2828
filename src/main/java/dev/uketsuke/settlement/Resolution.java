package dev.uketsuke.settlement;

/** What became of a person's wish to settle something by hand, with a note. */
public enum Resolution {
  /** Settled now. */
  SETTLED,
  /** Settled before with the same note. */
  REPEATED,
  /** It has taken effect, or was settled with another note. */
  NOT_OPEN;

  /** Of what was settled before. */
  public static Resolution again(String note, String recorded) {
    return note.equals(recorded) ? REPEATED : NOT_OPEN;
  }
}
