/**
 * What all lists have in common (contract §3.2): query parameters, keyset pages, and cursors that
 * are good for one list only. Knows no feature.
 */
package dev.uketsuke.lists;
