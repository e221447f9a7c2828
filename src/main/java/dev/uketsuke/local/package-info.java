/**
 * Dev mode's own PostgreSQL and users. Nothing depends on this package, and the production artefact
 * does not contain it.
 */
package dev.uketsuke.local;
