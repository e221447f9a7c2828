/** Events of the warehouse, received through Kafka or HTTP; each takes effect at most once. */
package dev.uketsuke.warehouse;
