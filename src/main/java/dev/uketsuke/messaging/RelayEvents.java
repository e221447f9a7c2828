package dev.uketsuke.messaging;

import jakarta.inject.Singleton;

/** Relays events to Kafka by schedule. */
@Singleton
class RelayEvents extends RelayTo {

  RelayEvents(OutboxRelay relay, KafkaEvents destination) {
    super(relay, destination);
  }
}
