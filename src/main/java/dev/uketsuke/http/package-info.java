/**
 * Requests and answers below the endpoints: bodies are bounded, headers are the same on every
 * answer.
 */
package dev.uketsuke.http;
