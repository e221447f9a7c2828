/** The API description: what all operations share is added here once. */
package dev.uketsuke.openapi;
