/** The catalogue of refusals, RFC 9457, and the one shape of every error. */
package dev.uketsuke.problems;
