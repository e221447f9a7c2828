/**
 * What all lists have in common (contract §3.2): query parameters, keyset pages, and cursors that
 * belong to one list only. The package knows no feature.
 */
package dev.uketsuke.lists;
