package dev.uketsuke.applications;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The countries and currencies that applications may name.
 *
 * <p>Guarantee: the codes come from files of this release ({@code codes/}) and not from the Java
 * runtime. Java versions differ in the digits of some currencies; if an amount were normalised
 * differently, a resend would become a conflict.
 */
public final class IsoCodes {

  private static final Set<String> COUNTRIES = new HashSet<>();
  private static final Map<String, Integer> DIGITS = new HashMap<>();
  private static final Set<String> WITHDRAWN = new HashSet<>();

  static {
    for (String line : lines("/codes/iso-3166-1.txt")) {
      COUNTRIES.addAll(List.of(line.split(" ")));
    }
    for (String line : lines("/codes/iso-4217.txt")) {
      String[] parts = line.split(" ");
      DIGITS.put(parts[0], Integer.valueOf(parts[1]));
      if (parts.length > 2) {
        WITHDRAWN.add(parts[0]);
      }
    }
  }

  private IsoCodes() {}

  /** Checks whether a text is an ISO 3166-1 alpha-2 country code in upper case. */
  public static boolean isCountry(String code) {
    return COUNTRIES.contains(code);
  }

  /**
   * Checks whether a text is an ISO 4217 currency code in upper case that has not been withdrawn.
   */
  public static boolean isCurrentCurrency(String code) {
    return minorUnits(code) >= 0 && !WITHDRAWN.contains(code);
  }

  /**
   * Returns the number of digits after the decimal point, for withdrawn currencies too; -1 if there
   * is no such currency.
   */
  public static int minorUnits(String code) {
    return DIGITS.getOrDefault(code, -1);
  }

  private static List<String> lines(String file) {
    try (InputStream in = IsoCodes.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
