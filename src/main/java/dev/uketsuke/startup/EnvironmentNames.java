package dev.uketsuke.startup;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds environment variables whose names are misspelt names of settings.
 *
 * <p>Guarantee: a variable whose name differs in one or two characters from the name of a setting
 * stops the start; any other unknown name that begins with {@code UKETSUKE_} is logged as a
 * warning. An operator therefore learns that a setting has no effect. Variables that Kubernetes
 * sets for a service named {@code uketsuke} are allowed.
 *
 * @param known the names of all settings
 */
record EnvironmentNames(Set<String> known) {
  /** A name may begin with a profile: {@code _PROD_UKETSUKE_…}. */
  private static final Pattern OURS = Pattern.compile("(?:_[A-Z0-9_]+_)?(UKETSUKE_.*)");

  /** A name may end with the index of an entry of a list: {@code …_SECRETS_0_}. */
  private static final Pattern INDEX = Pattern.compile("_\\d+_$");

  /**
   * The variables that Kubernetes sets in every container for each service, for example for {@code
   * uketsuke} or {@code uketsuke-db}.
   */
  private static final Pattern OF_A_PLATFORM =
      Pattern.compile(
          "UKETSUKE_(?:\\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\\w+)?"
              + "|PORT_\\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)");

  private static final Pattern PORT_OF_A_PLATFORM = Pattern.compile("UKETSUKE_(?:\\w+_)?PORT");

  /** The number of wrong characters up to which a name counts as misspelt. */
  private static final int MAX_TYPO_DISTANCE = 2;

  /** Returns the names that the mappings of all features declare. */
  static EnvironmentNames ofThisService() {
    return of(MappedSettings.defaults(MappedSettings.mappings()).keySet());
  }

  /** Returns the environment variables' names of these properties. */
  static EnvironmentNames of(Set<String> properties) {
    return new EnvironmentNames(
        properties.stream().map(MappedSettings::variable).collect(Collectors.toUnmodifiableSet()));
  }

  /**
   * Returns a sentence for each misspelt variable.
   *
   * @param environment names and values; values are not repeated
   */
  List<String> objections(Map<String, String> environment) {
    return unknown(environment)
        .filter(this::isSlip)
        .map(
            name ->
                name
                    + " is not a setting of this service; perhaps "
                    + closest(plain(name))
                    + " is meant")
        .toList();
  }

  /** Returns the unknown variables that are not misspelt names of settings and have no effect. */
  List<String> ignored(Map<String, String> environment) {
    return unknown(environment).filter(name -> !isSlip(name)).toList();
  }

  private Stream<String> unknown(Map<String, String> environment) {
    return environment.entrySet().stream()
        .filter(variable -> isUnknown(variable.getKey(), variable.getValue()))
        .map(Map.Entry::getKey)
        .sorted();
  }

  private boolean isSlip(String variable) {
    String name = plain(variable);
    return !known.isEmpty() && distance(closest(name), name) <= MAX_TYPO_DISTANCE;
  }

  private boolean isUnknown(String variable, String value) {
    String name = plain(variable);
    return name.startsWith("UKETSUKE_")
        && !known.contains(name)
        && !OF_A_PLATFORM.matcher(name).matches()
        && !(PORT_OF_A_PLATFORM.matcher(name).matches() && value.contains("://"));
  }

  /**
   * Returns the name as the configuration library compares it: in any case, with any separator,
   * without profile and index.
   */
  private static String plain(String variable) {
    String name = variable.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    return INDEX.matcher(OURS.matcher(name).replaceFirst("$1")).replaceFirst("");
  }

  private String closest(String name) {
    return known.stream()
        .min(Comparator.<String>comparingInt(one -> distance(one, name)).thenComparing(one -> one))
        .orElseThrow();
  }

  /** Returns how many characters have to be added, left out or changed (Levenshtein distance). */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[row.length - 1];
  }
}
