/**
 * Submits an application exactly once: the decision between created, replayed and conflict, the
 * receipt, the queue of submissions with one key, the limit on new keys, submission tokens, and the
 * inquiry by which a client learns what became of its key.
 */
package dev.uketsuke.submissions;
