/**
 * What a person settles by hand, with a note: how it is asked for and answered. Knows no feature.
 */
package dev.uketsuke.settlement;
