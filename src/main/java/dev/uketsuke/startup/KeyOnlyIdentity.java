package dev.uketsuke.startup;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import java.util.Map;

/**
 * Makes a lone public key enough to start with.
 *
 * <p>Our application type is {@code hybrid}, bearer tokens and a log-in for the web page. Without
 * an identity provider there is nowhere to log in, and the OIDC extension then refuses every type
 * but {@code service}, and settings of sessions with it. This answers {@code service}, and no
 * refreshing of sessions, in that case, so that {@code QUARKUS_OIDC_PUBLIC_KEY} works by itself.
 */
public final class KeyOnlyIdentity implements ConfigSourceInterceptor {
  private static final long serialVersionUID = 1L;
  private static final Map<String, String> INSTEAD =
      Map.of(
          "quarkus.oidc.application-type", "service",
          "quarkus.oidc.token.refresh-expired", "false");

  @Override
  public ConfigValue getValue(ConfigSourceInterceptorContext context, String name) {
    ConfigValue configured = context.proceed(name);
    String instead = configured == null ? null : INSTEAD.get(name);
    return instead != null
            && isSet(context, "quarkus.oidc.public-key")
            && !isSet(context, "quarkus.oidc.auth-server-url")
        ? configured.withValue(instead)
        : configured;
  }

  private static boolean isSet(ConfigSourceInterceptorContext context, String name) {
    ConfigValue value = context.proceed(name);
    return value != null && value.getValue() != null && !value.getValue().isBlank();
  }
}
