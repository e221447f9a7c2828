/** Strict reading of JSON that clients send: whatever is ambiguous is refused. */
package dev.uketsuke.json;
