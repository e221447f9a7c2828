/**
 * The API description: adds the answers that all operations share, and refuses query parameters
 * that the description does not contain.
 */
package dev.uketsuke.openapi;
