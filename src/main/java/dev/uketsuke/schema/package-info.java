/**
 * The database schema: migrates it when the service starts, or refuses to start on one that is out
 * of date. The scripts are in {@code src/main/resources/db/migration}.
 */
package dev.uketsuke.schema;
