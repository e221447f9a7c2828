/**
 * What is out of step between us and the others, for the people who set it right. Reads what the
 * features wrote; writes nothing of its own.
 */
package dev.uketsuke.reconciliation;
