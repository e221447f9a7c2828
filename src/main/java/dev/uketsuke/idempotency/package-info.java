/** The values of idempotency: the key that a client sends, and the fingerprint of the content. */
package dev.uketsuke.idempotency;
