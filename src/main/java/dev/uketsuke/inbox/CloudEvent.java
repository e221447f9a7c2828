package dev.uketsuke.inbox;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A CloudEvent 1.0 as far as it matters here.
 *
 * @param source who says it
 * @param id unique for each source
 * @param type what it says
 * @param data a JSON object
 * @param traceparent the extension attribute of that name; null if absent
 */
public record CloudEvent(
    String source, String id, String type, ObjectNode data, String traceparent) {}
