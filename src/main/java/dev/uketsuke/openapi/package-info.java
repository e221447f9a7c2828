/**
 * The API description: what all operations share is added here once, and requests are held to the
 * parameters that it describes.
 */
package dev.uketsuke.openapi;
