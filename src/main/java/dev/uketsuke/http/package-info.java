/** What every request and answer has in common: the body, read whole, and the headers. */
package dev.uketsuke.http;
