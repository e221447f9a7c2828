package dev.uketsuke.applications;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An amount of money in one currency.
 *
 * <p>Guarantee: the amount has exactly as many decimals as the minor unit of its ISO 4217 currency,
 * so equal amounts have equal texts. Nothing is ever rounded: an amount with more decimals is
 * refused.
 *
 * @param amount plain decimal text such as {@code 12.50}, never negative
 * @param currency ISO 4217 code, upper case
 */
@RegisterForReflection
public record Money(String amount, String currency) {

  /** At most 15 digits before the decimal point, which payment systems support. */
  private static final Pattern PLAIN = Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,9})?");

  /**
   * Returns a client's amount in its normalised form.
   *
   * @param amount decimal text; not null
   * @param currency ISO 4217 code; not null
   * @return the money; empty if the amount is not a plain decimal number or has too many decimals,
   *     or if there is no such currency
   */
  public static Optional<Money> of(String amount, String currency) {
    int digits = IsoCodes.minorUnits(currency);
    if (digits < 0 || !PLAIN.matcher(amount).matches()) {
      return Optional.empty();
    }
    BigDecimal value = new BigDecimal(amount);
    return value.scale() > digits
        ? Optional.empty()
        : Optional.of(new Money(value.setScale(digits).toPlainString(), currency));
  }

  /**
   * Returns money that was normalised before it was stored.
   *
   * @param amount the stored amount; null for none
   * @param currency the stored currency; null for none
   * @return the money; null if there is none
   */
  public static Money stored(BigDecimal amount, String currency) {
    return amount == null ? null : new Money(amount.toPlainString(), currency);
  }

  /** Returns the amount as a number with the currency's scale. */
  public BigDecimal toDecimal() {
    return new BigDecimal(amount);
  }
}
