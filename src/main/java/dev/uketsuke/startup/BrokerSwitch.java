package dev.uketsuke.startup;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;

/**
 * Turns the channels from Kafka off as long as no broker is named.
 *
 * <p>Rules out that a service without a broker looks for one on its own machine, for ever, which is
 * what the framework does by itself.
 */
public final class BrokerSwitch implements ConfigSourceInterceptor {
  private static final long serialVersionUID = 1L;

  private static final String SERVERS = "kafka.bootstrap.servers";
  private static final String ENABLED = "mp.messaging.incoming.warehouse-events.enabled";

  @Override
  public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
    ConfigValue configured = context.proceed(name);
    return configured != null && ENABLED.equals(name) && !isSet(context)
        ? configured.withValue("false")
        : configured;
  }

  private static boolean isSet(ConfigSourceInterceptorContext context) {
    ConfigValue value = context.proceed(SERVERS);
    return value != null && value.getValue() != null && !value.getValue().isBlank();
  }
}
