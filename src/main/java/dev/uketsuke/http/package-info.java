/**
 * What holds for every request and answer alike, before any endpoint: the bound on bodies, the
 * refusal of what is no HTTP, and the headers that no answer goes without.
 */
package dev.uketsuke.http;
