/**
 * Payments: callbacks of the payment provider, applied at most once in any order of arrival, and
 * the list of events that a person has to settle.
 */
package dev.uketsuke.payments;
