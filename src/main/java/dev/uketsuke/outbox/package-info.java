/**
 * Messages out: written in the transaction of the change they report, claimed and delivered by the
 * relay, and listed and sent again by staff. Knows no feature and no destination.
 */
package dev.uketsuke.outbox;
