/**
 * Hands an application in exactly once: the decision between created, replayed and conflict, the
 * receipt, the queue of equal keys, the ceiling on new keys, submission tokens, and the inquiry
 * that tells a client what became of its key.
 */
package dev.uketsuke.submissions;
