package dev.uketsuke.startup;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Locale;
import org.eclipse.microprofile.config.spi.Converter;

/**
 * Reads {@code true} or {@code false} and refuses anything else.
 *
 * <p>Rules out that a misspelt {@code true} is silently taken for {@code false}, and a protection
 * that an operator believes to be on is off.
 */
@RegisterForReflection
public final class FlagReading implements Converter<Boolean> {
  private static final long serialVersionUID = 1L;

  /** Called by the configuration library, by reflection; hence public. */
  public FlagReading() {}

  @Override
  public Boolean convert(String value) {
    return switch (value.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException("must be true or false, but is \"" + value + "\"");
    };
  }
}
