/**
 * What every request and answer has in common: the address, the body, read whole, and the headers.
 */
package dev.uketsuke.http;
