/** The API description as it is served. */
package dev.uketsuke.openapi;
