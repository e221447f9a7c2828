package dev.uketsuke.inbox;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The attributes and the data of a CloudEvent 1.0 that this service uses.
 *
 * @param source the system that sent the event
 * @param id the id of the event, unique for each source
 * @param type the type of the event
 * @param data a JSON object
 * @param traceparent the extension attribute of that name; null if absent
 */
public record CloudEvent(
    String source, String id, String type, ObjectNode data, String traceparent) {}
