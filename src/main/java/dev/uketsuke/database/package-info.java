/**
 * What all features need of the database: transactions, time limits, SQL statements ({@code Sql}),
 * entities on one connection, and the meaning of a failure for the caller (retry, in progress,
 * unknown, not begun).
 */
package dev.uketsuke.database;
