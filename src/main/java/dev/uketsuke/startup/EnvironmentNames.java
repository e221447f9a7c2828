package dev.uketsuke.startup;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tells our environment variables from misspelt ones.
 *
 * <p>Guarantee: a variable that is one of ours but for a letter or two stops the start; another one
 * that begins like ours is warned of. Rules out a protection or a retention that an operator
 * believes to be set and that is not. What a platform sets by itself for a service named after ours
 * is let through.
 */
final class EnvironmentNames {
  /** Every variable of the service; a test compares them with what the features read. */
  static final Set<String> KNOWN =
      Set.of(
          "UKETSUKE_ACCOUNT_CLAIM",
          "UKETSUKE_CARRIER_CONNECT_TIMEOUT",
          "UKETSUKE_CARRIER_READ_TIMEOUT",
          "UKETSUKE_CARRIER_URL",
          "UKETSUKE_DATABASE_INQUIRY_LOCK_TIMEOUT",
          "UKETSUKE_DATABASE_LOCK_TIMEOUT",
          "UKETSUKE_DATABASE_SOCKET_TIMEOUT",
          "UKETSUKE_DATABASE_STATEMENT_TIMEOUT",
          "UKETSUKE_DATA_RETENTION",
          "UKETSUKE_EVENTS",
          "UKETSUKE_EVENTS_SOURCE",
          "UKETSUKE_EVENTS_TOPIC",
          "UKETSUKE_INBOX_BROKER_TIMEOUT",
          "UKETSUKE_INBOX_RETENTION",
          "UKETSUKE_JOBS_RETENTION_BATCH_SIZE",
          "UKETSUKE_JOBS_RETENTION_EVERY",
          "UKETSUKE_JOBS_RETENTION_MAX_BATCHES",
          "UKETSUKE_JOBS_SCHEDULED",
          "UKETSUKE_KEY_RETENTION",
          "UKETSUKE_NEW_KEYS_PER_MINUTE",
          "UKETSUKE_OUTBOX_RETENTION",
          "UKETSUKE_PAYMENTS_SECRETS",
          "UKETSUKE_RELAY_ATTEMPTS",
          "UKETSUKE_RELAY_BACK_OFF",
          "UKETSUKE_RELAY_BACK_OFF_MOST",
          "UKETSUKE_RELAY_EVERY",
          "UKETSUKE_RELAY_LEASE",
          "UKETSUKE_RELAY_RUN",
          "UKETSUKE_SUBMISSION_TOKENS_LIFETIME",
          "UKETSUKE_SUBMISSION_TOKENS_MAX_LIVE",
          "UKETSUKE_SUBMISSION_TOKENS_REQUIRED",
          "UKETSUKE_TOKEN_CACHE_LIFETIME",
          "UKETSUKE_TOKEN_CACHE_SIZE");

  /** Also of one profile, {@code _PROD_UKETSUKE_…}. */
  private static final Pattern OURS = Pattern.compile("(?:_[A-Z0-9_]+_)?(UKETSUKE_.*)");

  /** Of a list, one by one: {@code …_SECRETS_0_}. */
  private static final Pattern INDEX = Pattern.compile("_\\d+_$");

  /** Kubernetes tells every container of every service: of ours, and of {@code uketsuke-db}. */
  private static final Pattern OF_A_PLATFORM =
      Pattern.compile(
          "UKETSUKE_(?:\\w+_)?(?:SERVICE_HOST|SERVICE_PORT(?:_\\w+)?"
              + "|PORT_\\d+_(?:TCP|UDP|SCTP)(?:_(?:ADDR|PORT|PROTO))?)");

  private static final Pattern PORT_OF_A_PLATFORM = Pattern.compile("UKETSUKE_(?:\\w+_)?PORT");

  /** Letters; more than that is another word. */
  private static final int SLIP = 2;

  private EnvironmentNames() {}

  /**
   * Why not to start: a sentence for each variable that is misspelt.
   *
   * @param environment names and values; values are not repeated
   */
  static List<String> objections(Map<String, String> environment) {
    return unknown(environment)
        .filter(EnvironmentNames::isSlip)
        .map(
            name ->
                "%s is no setting of this service, perhaps %s is meant"
                    .formatted(name, closest(plain(name))))
        .toList();
  }

  /** What to warn of: the other variables that begin like ours and that nobody reads. */
  static List<String> ignored(Map<String, String> environment) {
    return unknown(environment).filter(name -> !isSlip(name)).toList();
  }

  private static Stream<String> unknown(Map<String, String> environment) {
    return environment.entrySet().stream()
        .filter(variable -> isUnknown(variable.getKey(), variable.getValue()))
        .map(Map.Entry::getKey)
        .sorted();
  }

  private static boolean isSlip(String variable) {
    String name = plain(variable);
    return distance(closest(name), name) <= SLIP;
  }

  private static boolean isUnknown(String variable, String value) {
    String name = plain(variable);
    return name.startsWith("UKETSUKE_")
        && !KNOWN.contains(name)
        && !OF_A_PLATFORM.matcher(name).matches()
        && !(PORT_OF_A_PLATFORM.matcher(name).matches() && value.contains("://"));
  }

  /**
   * As the configuration library compares names: any case, any separator, without profile and
   * index.
   */
  private static String plain(String variable) {
    String name = variable.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    return INDEX.matcher(OURS.matcher(name).replaceFirst("$1")).replaceFirst("");
  }

  private static String closest(String name) {
    return KNOWN.stream()
        .min(Comparator.<String>comparingInt(one -> distance(one, name)).thenComparing(one -> one))
        .orElseThrow();
  }

  /** How many letters are to be added, left out or changed. */
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
