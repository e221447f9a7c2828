package dev.uketsuke.applications;

/** What the application decides about a requested move, from the table of moves and its history. */
public enum MoveDecision {
  /** The move is allowed from the present status. */
  MOVES,
  /** The move has happened already, so nothing is to be done. */
  REPEATS,
  /** The request confirms a fee, and another fee was confirmed earlier. */
  OTHER_FEE,
  /** Only a payment callback can make this move. */
  LEFT_TO_PAYMENTS,
  /** The move is not allowed from the present status. */
  ILLEGAL
}
