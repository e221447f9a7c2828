/** Pure values, tested with generated input. */
package dev.uketsuke.idempotency;
