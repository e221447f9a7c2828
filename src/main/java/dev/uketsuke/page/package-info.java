/**
 * The server's part of the web page: logging in and out of a browser session, and the headers of
 * pages. The page itself is in {@code META-INF/resources} and uses the public API like any client.
 */
package dev.uketsuke.page;
