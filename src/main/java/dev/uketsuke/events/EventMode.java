package dev.uketsuke.events;

/** Whether events are wanted, and who publishes them. */
enum EventMode {
  /** Our relay publishes events; none is ever removed unsent. */
  KAFKA,
  /** Change data capture publishes events from the database's log. */
  CDC,
  /** Events are not wanted. */
  OFF
}
