package dev.uketsuke.startup;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Locale;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Reads {@code true} or {@code false} and refuses anything else.
 *
 * <p>The configuration library reads every unknown word as {@code false}. With this converter a
 * misspelt {@code ture} stops the start instead of switching a protection off.
 */
@RegisterForReflection
public final class TrueOrFalse implements Converter<Boolean> {
  private static final long serialVersionUID = 1L;

  /** Is public because the configuration library calls it by reflection. */
  public TrueOrFalse() {}

  @Override
  public Boolean convert(String value) {
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      case "" -> null; // The library reports null as a missing value.
      default -> throw new IllegalArgumentException("must be true or false");
    };
  }
}
