/**
 * The database schema: brings it up to this release at the start, or refuses a schema that is older
 * than the release. The scripts are in {@code src/main/resources/db/migration}.
 */
package dev.uketsuke.schema;
