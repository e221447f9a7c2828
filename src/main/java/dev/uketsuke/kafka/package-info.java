/**
 * The Kafka broker: the connection, what it keeps for how long, dead letters, and the switch that
 * leaves channels off while no broker is configured. Knows no topic.
 */
package dev.uketsuke.kafka;
