/** Publishes events about applications on Kafka, and removes those that are not wanted. */
package dev.uketsuke.events;
