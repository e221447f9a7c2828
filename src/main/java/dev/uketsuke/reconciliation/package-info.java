/**
 * Reconciliation: lists discrepancies between this service and other systems for the people who
 * settle them. It reads the tables of the features and writes only which items are settled.
 */
package dev.uketsuke.reconciliation;
