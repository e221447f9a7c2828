package dev.uketsuke.startup;

import io.smallrye.config.ConfigSourceInterceptor;
import io.smallrye.config.ConfigSourceInterceptorContext;
import io.smallrye.config.ConfigValue;
import java.util.Map;

/**
 * Lets the service start with a public key and without an identity provider.
 *
 * <p>The service's application type is {@code hybrid}: it takes bearer tokens and offers a log-in
 * on the web page. Without an identity provider nobody can log in, and the OIDC extension then
 * accepts only the type {@code service}, without refreshed sessions. If {@code
 * QUARKUS_OIDC_PUBLIC_KEY} is set and {@code QUARKUS_OIDC_AUTH_SERVER_URL} is not, this interceptor
 * changes both settings to those values.
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
