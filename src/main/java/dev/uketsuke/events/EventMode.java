package dev.uketsuke.events;

/** Whether events are wanted, and who publishes them. */
enum EventMode {
  /** Our relay publishes them; none is ever removed unsent. */
  KAFKA,
  /** Change data capture publishes them from the database's log. */
  CDC,
  /** Nobody wants them. */
  OFF
}
