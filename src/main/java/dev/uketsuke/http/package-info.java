/**
 * What all requests and answers have in common: the address, the trace, the body and the headers.
 */
package dev.uketsuke.http;
