package dev.uketsuke.carrier;

import dev.uketsuke.startup.Limits;
import dev.uketsuke.startup.WebAddress;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;

/** Where the carrier is, and how long a call to it may take. */
@ConfigMapping(prefix = "uketsuke.carrier")
interface CarrierSettings {

  /**
   * The carrier's base URL, {@code UKETSUKE_CARRIER_URL}, to which {@code /waybills} is appended.
   * Without one no waybill is ordered, and the orders wait.
   */
  Optional<@WebAddress String> url();

  /** How long to wait for a connection, {@code UKETSUKE_CARRIER_CONNECT_TIMEOUT}. */
  @WithDefault("PT2S")
  @Limits(least = "PT0.01S", most = "PT1M")
  Duration connectTimeout();

  /**
   * How long to wait for an answer, {@code UKETSUKE_CARRIER_READ_TIMEOUT}. An attempt makes up to
   * two calls, which have to fit into {@code UKETSUKE_RELAY_LEASE}.
   */
  @WithDefault("PT8S")
  @Limits(least = "PT0.01S", most = "PT1M")
  Duration readTimeout();

  /**
   * How long the carrier is asked about an order that is no longer wanted but may have been booked,
   * because an attempt ended without an answer, {@code UKETSUKE_CARRIER_ASK_FOR}. Then the order is
   * dropped and listed by reconciliation. Longer than the carrier may take to book.
   */
  @WithDefault("PT24H")
  @Limits(least = "PT0.1S", most = "P30D")
  Duration askFor();
}
