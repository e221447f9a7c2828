package dev.uketsuke.carrier;

import dev.uketsuke.outbox.OutboxRelay;
import dev.uketsuke.outbox.RelayTo;
import jakarta.inject.Singleton;

/** Relays orders to the carrier by schedule. */
@Singleton
class RelayWaybills extends RelayTo {

  RelayWaybills(OutboxRelay relay, WaybillOrders destination) {
    super(relay, destination);
  }
}
