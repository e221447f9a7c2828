/**
 * The catalogue of problems that the service answers with, their JSON and HTML form, and the
 * mappers that give every error this form. The package knows no feature and no caller.
 */
package dev.uketsuke.problems;
