package dev.uketsuke.events;

import dev.uketsuke.outbox.OutboxRelay;
import dev.uketsuke.outbox.RelayTo;
import jakarta.inject.Singleton;

/** Relays events to Kafka by schedule. */
@Singleton
class RelayEvents extends RelayTo {

  RelayEvents(OutboxRelay relay, KafkaEvents destination) {
    super(relay, destination);
  }
}
