/**
 * Lists of applications: filters, sort orders, pages, the feed for followers, counts by status and
 * the export as CSV.
 */
package dev.uketsuke.search;
