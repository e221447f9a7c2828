/**
 * What the tests stand on: a real PostgreSQL, real signed tokens, the packaged service as a process
 * of its own, and the four tricks that make races repeatable without a hook in the service.
 */
package dev.uketsuke.support;
