/**
 * The Kafka broker: the connection, the loop that reads a topic, how long the broker keeps
 * messages, and dead letters. Knows no topic and no feature.
 */
package dev.uketsuke.kafka;
