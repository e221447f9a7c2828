package dev.uketsuke.startup;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Locale;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Reads {@code true} or {@code false} and refuses anything else.
 *
 * <p>The configuration library takes every word that it does not know for {@code false}. This
 * converter rules out that a protection is off because an operator wrote {@code ture}.
 */
@RegisterForReflection
public final class TrueOrFalse implements Converter<Boolean> {
  private static final long serialVersionUID = 1L;

  /** Called by the configuration library, by reflection; hence public. */
  public TrueOrFalse() {}

  @Override
  public Boolean convert(String value) {
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      case "" -> null; // which the library reports as missing
      default -> throw new IllegalArgumentException("must be true or false");
    };
  }
}
