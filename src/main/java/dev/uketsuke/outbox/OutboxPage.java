package dev.uketsuke.outbox;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * One page of a list of messages out, newest first.
 *
 * @param nextCursor the opaque cursor of the next page; null on the last page
 */
@RegisterForReflection
record OutboxPage(List<OutboxView> items, String nextCursor) {}
