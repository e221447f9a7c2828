/**
 * Checks the configuration before the service starts, and ends the process with one line for each
 * mistake. The package knows no feature.
 */
package dev.uketsuke.startup;
