/**
 * HTTP below the endpoints: limits on the memory, connections and time that clients use, the
 * refusal of ambiguous requests, and an orderly stop.
 */
package dev.uketsuke.http.wire;
