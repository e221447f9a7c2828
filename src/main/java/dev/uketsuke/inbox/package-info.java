/**
 * Messages in: the reader for CloudEvents, and the record of what was received, which makes each
 * delivery take effect at most once. Knows no feature and no transport.
 */
package dev.uketsuke.inbox;
