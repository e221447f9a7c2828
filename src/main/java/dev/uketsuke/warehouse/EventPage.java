package dev.uketsuke.warehouse;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * One page of a list of events, newest first.
 *
 * @param nextCursor the opaque cursor of the next page; null on the last page
 */
@RegisterForReflection
record EventPage(List<EventView> items, String nextCursor) {}
