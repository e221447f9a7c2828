package dev.uketsuke.support;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** Lets the application under test know the secrets of {@link PaymentProvider}. */
public final class ProviderResource implements QuarkusTestResourceLifecycleManager {

  @Override
  public Map<String, String> start() {
    return configuration();
  }

  /** The settings that make the service trust the provider, with both its secrets. */
  static Map<String, String> configuration() {
    return Map.of(
        "uketsuke.payments.secrets", PaymentProvider.SECRET + "," + PaymentProvider.OLD_SECRET);
  }

  @Override
  public void stop() {
    // Nothing was started.
  }
}
