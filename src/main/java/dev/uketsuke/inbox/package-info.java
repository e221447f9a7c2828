/**
 * Received messages: the reader of CloudEvents, and the table that makes each message take effect
 * at most once. The package knows no feature and no transport.
 */
package dev.uketsuke.inbox;
