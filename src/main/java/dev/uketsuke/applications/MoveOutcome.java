package dev.uketsuke.applications;

/**
 * The outcome of a requested move.
 *
 * @param decision {@link MoveDecision#MOVES} if the move was made; otherwise why nothing was
 *     changed
 * @param life the application as it was when the decision was made
 */
public record MoveOutcome(MoveDecision decision, ApplicationLife life) {}
