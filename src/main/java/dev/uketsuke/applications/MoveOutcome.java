package dev.uketsuke.applications;

/**
 * What became of a move.
 *
 * @param verdict {@link Verdict#MOVES} if the move was made; otherwise why nothing was changed
 * @param life the application as it stood when that was decided
 */
public record MoveOutcome(Verdict verdict, ApplicationLife life) {}
