/**
 * Decides from recorded histories whether the service kept its promises, and makes such histories.
 *
 * <p>Nothing here uses a class of the service: it is reached over HTTP, and its tables are read
 * over SQL once everything has ended.
 */
package dev.uketsuke.proof;
