/**
 * Messages out: written in the transaction of the change that they report, delivered by one {@code
 * RelayWorker} for each destination, and listed, sent again or settled by staff. The package knows
 * no feature and no destination.
 */
package dev.uketsuke.outbox;
