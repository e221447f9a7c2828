/**
 * The shipping application: the entity that holds it together with its idempotency key, its life
 * from accepted to delivered, the moves that staff and features ask for, and the lists of it.
 */
package dev.uketsuke.applications;
