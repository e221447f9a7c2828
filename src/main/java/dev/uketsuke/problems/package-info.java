/**
 * What the service refuses, and how it says so: the catalogue of problems, their shape, and the
 * mappers that give every error that shape. Knows no feature and no caller.
 */
package dev.uketsuke.problems;
