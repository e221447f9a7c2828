/** Tells the world what became of an application: the events on Kafka, and how long they wait. */
package dev.uketsuke.events;
