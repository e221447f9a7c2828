/**
 * What all features need of the database: transactions, time limits, statements ({@code Sql}) and
 * entities on one connection, and what a failure means to the caller: try again, in progress,
 * unknown, not begun.
 */
package dev.uketsuke.database;
