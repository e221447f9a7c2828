/**
 * The parts of dev mode: an embedded PostgreSQL, users, a carrier stub, a page on which a person
 * acts as payment provider and warehouse, and demo data. Nothing depends on this package, and the
 * production artefact does not contain it.
 */
package dev.uketsuke.local;
