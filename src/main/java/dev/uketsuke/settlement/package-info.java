/**
 * Settling: a person closes an item with a note. This package has the outcomes of such a request,
 * the reading of the note, and the list of discrepancies. It knows no feature.
 */
package dev.uketsuke.settlement;
