package dev.uketsuke.inbox;

/** What came of a received message. */
public enum InboxState {
  /** It took effect, or what it tells had happened before. */
  APPLIED,
  /** It came too early, and is applied as soon as it may be. */
  WAITING,
  /** For a person. */
  PARKED,
  /** By a person: never to take effect. */
  SETTLED
}
