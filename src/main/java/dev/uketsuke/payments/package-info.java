/**
 * Payments: callbacks of the payment provider, applied at most once in any order of arrival, and
 * what is left of them for a person.
 */
package dev.uketsuke.payments;
