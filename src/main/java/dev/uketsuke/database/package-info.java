/** What a database failure means to the caller: try again, in progress, unknown, not begun. */
package dev.uketsuke.database;
