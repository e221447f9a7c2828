/**
 * Submits shipping applications to Uketsuke exactly once, over any network. Begin with {@link
 * dev.uketsuke.client.UketsukeClient}.
 */
package dev.uketsuke.client;
