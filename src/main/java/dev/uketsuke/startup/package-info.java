/**
 * What is decided before the service starts: does the configuration make sense? Knows no feature.
 */
package dev.uketsuke.startup;
