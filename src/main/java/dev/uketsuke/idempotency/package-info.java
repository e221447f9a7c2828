/** Pure values of idempotency: the key a client sends and the fingerprint of what it sent. */
package dev.uketsuke.idempotency;
