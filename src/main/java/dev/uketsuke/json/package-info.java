/** Strict reading of JSON that others send: nothing doubtful is let through. */
package dev.uketsuke.json;
