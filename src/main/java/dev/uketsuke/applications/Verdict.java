package dev.uketsuke.applications;

/** What the table of moves and the history say about a move that somebody asks for. */
public enum Verdict {
  /** Allowed from where the application stands. */
  MOVES,
  /** The move has happened, now or earlier, so nothing is left to do. */
  REPEATS,
  /** Another fee was confirmed earlier. */
  OTHER_FEE,
  /** Only a payment callback makes this move. */
  LEFT_TO_PAYMENTS,
  /** Not allowed from where the application stands. */
  ILLEGAL
}
