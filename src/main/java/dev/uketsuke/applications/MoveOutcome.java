package dev.uketsuke.applications;

/**
 * What became of a move.
 *
 * @param verdict {@link Verdict#MOVES}: it was made; otherwise nothing was changed, and why
 * @param life the application as it stood when that was decided
 */
public record MoveOutcome(Verdict verdict, ApplicationLife life) {}
