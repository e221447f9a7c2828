/**
 * Serves the web page: signing in and out of a browser session, and the headers of pages. The page
 * itself stands in {@code META-INF/resources} and uses the public API like any other client.
 */
package dev.uketsuke.page;
