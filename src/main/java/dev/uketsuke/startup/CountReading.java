package dev.uketsuke.startup;

import org.eclipse.microprofile.config.spi.Converter;

/**
 * Reads a whole number of one or more from the configuration and refuses anything else.
 *
 * <p>Guarantee: as of {@link DurationReading}. Rules out a ceiling of zero, which would be a
 * service that refuses everybody.
 */
public abstract class CountReading implements Converter<Integer> {
  private static final long serialVersionUID = 1L;

  private final String variable;

  /**
   * Names it.
   *
   * @param variable the environment variable, for the message
   */
  protected CountReading(String variable) {
    this.variable = variable;
  }

  @Override
  public final Integer convert(String value) {
    String text = value.strip();
    if (text.matches("[1-9][0-9]{0,8}")) {
      return Integer.valueOf(text);
    }
    throw new IllegalArgumentException(
        variable + " must be a whole number from 1 to 999999999, but is \"" + value + "\"");
  }
}
