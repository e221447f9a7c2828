/**
 * The id by which a request is named in its answer, in problem documents and in log lines, and the
 * trace to which it belongs.
 */
package dev.uketsuke.requests;
