/**
 * The shipping application: the entity with its idempotency key, its life from acceptance to
 * delivery, the moves that people and features request, and the erasure of personal data.
 */
package dev.uketsuke.applications;
