/** Submission tokens: keys that the service gives out itself, each good for one application. */
package dev.uketsuke.tokens;
