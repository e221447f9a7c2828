package dev.uketsuke.applications;

/** What the table of moves and the history say to a move that is asked for. */
public enum Verdict {
  /** Allowed from where the application stands. */
  MOVES,
  /** Has happened, now or earlier: nothing is left to do. */
  REPEATS,
  /** The fee was confirmed earlier, and it was another. */
  OTHER_FEE,
  /** Only a payment callback makes this move. */
  LEFT_TO_PAYMENTS,
  /** Not allowed from where the application stands. */
  ILLEGAL
}
