package dev.uketsuke.inbox;

/** The state of a received message. */
public enum InboxState {
  /** The message took effect, or the move that it reports had happened before. */
  APPLIED,
  /** The message came too early and is applied as soon as the application allows it. */
  WAITING,
  /** The message cannot be applied, and a person has to look at it. */
  PARKED,
  /** A person has settled the message; it is never applied. */
  SETTLED
}
