package dev.uketsuke.proof;

import java.util.List;

/**
 * A contradiction between a promise and a history.
 *
 * @param what what is wrong, for a person
 * @param evidence the events that show it, as few as possible
 */
record Finding(Promise promise, String what, List<Event> evidence) {}
