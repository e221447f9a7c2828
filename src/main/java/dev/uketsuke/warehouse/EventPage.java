package dev.uketsuke.warehouse;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * A page of events, newest first.
 *
 * @param nextCursor null on the last page
 */
@RegisterForReflection
record EventPage(List<EventView> items, String nextCursor) {}
