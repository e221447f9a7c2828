/**
 * Lists of applications: filters, sort orders, pages, following changes, counts by status, and the
 * export as CSV.
 */
package dev.uketsuke.search;
