/** What the warehouse tells us, through Kafka or HTTP, each event once and in any order. */
package dev.uketsuke.warehouse;
