/** Uketsuke. */
package dev.uketsuke;
