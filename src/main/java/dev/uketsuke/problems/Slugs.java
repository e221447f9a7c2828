package dev.uketsuke.problems;

import java.util.Locale;

/** Spells enum constants as clients see them: in lower case, with hyphens. */
final class Slugs {
  private Slugs() {}

  /** Returns the name as it is sent, for example {@code same-key} for {@code SAME_KEY}. */
  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
