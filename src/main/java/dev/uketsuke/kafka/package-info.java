/**
 * The Kafka broker: the connection, the loop that consumes a topic, the broker's retention, and
 * dead letters. The package knows no topic and no feature.
 */
package dev.uketsuke.kafka;
