/**
 * HTTP below any endpoint: what a client may hold of this process (memory, connections, time), the
 * refusal of requests that are not clear, and an orderly stop.
 */
package dev.uketsuke.http.wire;
