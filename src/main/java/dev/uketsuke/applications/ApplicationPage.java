package dev.uketsuke.applications;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/**
 * One page of a list.
 *
 * @param items newest first
 * @param nextCursor opaque; null on the last page
 */
@RegisterForReflection
record ApplicationPage(List<ApplicationView> items, String nextCursor) {}
