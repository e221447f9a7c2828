/**
 * Dev mode's own PostgreSQL, users and partners: a carrier stub, a payment provider and a warehouse
 * that the page can play, and demo data. Nothing depends on this package, and the production
 * artefact does not contain it.
 */
package dev.uketsuke.local;
