package dev.uketsuke.outbox;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * A page of messages out, newest first.
 *
 * @param nextCursor null on the last page
 */
@RegisterForReflection
record OutboxPage(List<OutboxView> items, String nextCursor) {}
