/**
 * HTTP below any endpoint: the bound on bodies, the refusal of what is not HTTP, and an orderly
 * stop.
 */
package dev.uketsuke.http.wire;
