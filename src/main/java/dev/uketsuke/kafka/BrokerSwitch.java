package dev.uketsuke.kafka;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import java.util.regex.Pattern;

/**
 * Turns every channel from Kafka off as long as no broker is configured, or {@code
 * uketsuke.kafka.consume} is {@code false}.
 *
 * <p>Rules out that a service without a broker looks for one on its own machine, for ever, which is
 * what the framework does by itself.
 */
public final class BrokerSwitch implements ConfigSourceInterceptor {
  private static final long serialVersionUID = 1L;

  private static final String SERVERS = "kafka.bootstrap.servers";
  private static final String CONSUME = "uketsuke.kafka.consume";
  private static final Pattern ENABLED =
      Pattern.compile("mp\\.messaging\\.incoming\\.[^.]+\\.enabled");

  @Override
  public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
    ConfigValue configured = context.proceed(name);
    return configured != null && ENABLED.matcher(name).matches() && !consumes(context)
        ? configured.withValue("false")
        : configured;
  }

  private static boolean consumes(ConfigSourceInterceptorContext context) {
    return !value(context, SERVERS).isEmpty() && !value(context, CONSUME).equalsIgnoreCase("false");
  }

  private static String value(ConfigSourceInterceptorContext context, String name) {
    ConfigValue value = context.proceed(name);
    return value == null || value.getValue() == null ? "" : value.getValue().strip();
  }
}
