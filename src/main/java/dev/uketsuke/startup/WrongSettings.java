package dev.uketsuke.startup;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.ConfigValidationException.Problem;
import io.smallrye.config.ConfigValidator;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.validator.BeanValidationConfigValidatorImpl;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Translates the configuration library's report on wrong settings into lines for an operator.
 *
 * <p>Guarantee: every wrong setting has one line, which names its environment variable and never
 * contains a confidential value. The library does not check the limits of a mapping if one of its
 * values cannot be read. This class therefore replaces each unreadable value by its default and
 * checks the mappings again, until it finds nothing new, so that one start reports all mistakes.
 */
final class WrongSettings {
  private static final Pattern UNREADABLE =
      Pattern.compile(
          "(?s).*The config property (\\S+) with the config value \"(.*)\""
              + " threw an Exception whilst being converted (.*)");
  private static final Pattern EMPTY =
      Pattern.compile("(?s).*The config property (\\S+) is (?:required|defined as the empty).*");
  private static final Pattern UNKNOWN =
      Pattern.compile("(?s).*?([\\w.\"\\[\\]-]+) in .* does not map to any root");
  private static final Pattern VIOLATION = Pattern.compile("(?s)(\\S+) (.*)");
  private static final Pattern INDEX = Pattern.compile(".*\\[(\\d+)]");

  /** Matches a line about a setting of the framework whose value cannot be read. */
  private static final Pattern FRAMEWORK =
      Pattern.compile("^(?!UKETSUKE)\\w+ (?:must be a whole number|cannot be read)");

  /** The prefixes of mappings that are checked as a whole; their messages are whole sentences. */
  private static final Set<String> SENTENCES = Set.of("quarkus", "uketsuke.carrier");

  /** Matches the names of settings with confidential values; a URL may contain a password. */
  private static final Pattern CONFIDENTIAL =
      Pattern.compile(
          "(?i)ur[il]$|page$|servers$|secret|passw|passphrase|credential|header-value$|-key$|jaas");

  private final Supplier<SmallRyeConfigBuilder> configuration;
  private final Collection<ConfigClass> mappings;
  private final ConfigValidator validator;
  private final Map<String, String> replaced = new HashMap<>();
  private final TreeSet<String> lines = new TreeSet<>();

  /**
   * Prepares a report.
   *
   * @param configuration makes a builder of the process's configuration, without mappings
   * @param mappings the mappings that are checked again
   * @param validator checks the constraints of the mappings
   */
  WrongSettings(
      Supplier<SmallRyeConfigBuilder> configuration,
      Collection<ConfigClass> mappings,
      ConfigValidator validator) {
    this.configuration = configuration;
    this.mappings = mappings;
    this.validator = validator;
  }

  /** Returns a line for each wrong setting of this process. */
  static List<String> lines(ConfigValidationException failure) {
    return new WrongSettings(ConfigUtils::configBuilder, MappedSettings.mappings(), newValidator())
        .linesOf(failure);
  }

  /**
   * Returns a new validator, because the framework has already closed its own. A native binary may
   * be unable to make one; the limits of such a mapping are then reported only after its unreadable
   * values have been corrected.
   */
  private static ConfigValidator newValidator() {
    try {
      return new BeanValidationConfigValidatorImpl();
    } catch (RuntimeException | LinkageError lacking) {
      return ConfigValidator.EMPTY;
    }
  }

  /** Returns a line for each wrong setting, in the order of the variables' names. */
  List<String> linesOf(ConfigValidationException failure) {
    SmallRyeConfig values = configuration.get().build();
    Map<String, String> defaults = MappedSettings.defaults(mappings);
    Optional<ConfigValidationException> next = Optional.of(failure);
    while (next.isPresent()) {
      int before = replaced.size();
      explain(next.get(), values, defaults);
      next = replaced.size() > before ? check() : Optional.empty();
    }
    lines.removeAll(lines.stream().filter(this::saysLessThanAnother).toList());
    return List.copyOf(lines);
  }

  /**
   * Checks whether another line says more about the same setting, because {@link StartChecks} and
   * the framework may both report one setting of the framework.
   */
  private boolean saysLessThanAnother(String line) {
    return FRAMEWORK.matcher(line).find()
        && lines.stream()
            .anyMatch(
                other ->
                    !FRAMEWORK.matcher(other).find()
                        && other.startsWith(line.substring(0, line.indexOf(' ') + 1)));
  }

  private Optional<ConfigValidationException> check() {
    SmallRyeConfigBuilder builder =
        configuration
            .get()
            .withSources(new PropertiesConfigSource(replaced, "replaced", Integer.MAX_VALUE))
            .withValidator(validator);
    mappings.forEach(builder::withMapping);
    try {
      builder.build();
      return Optional.empty();
    } catch (ConfigValidationException failure) {
      return Optional.of(failure);
    }
  }

  private void explain(
      ConfigValidationException failure, SmallRyeConfig values, Map<String, String> defaults) {
    for (int i = 0; i < failure.getProblemCount(); i++) {
      Problem problem = failure.getProblem(i);
      Matcher unreadable = UNREADABLE.matcher(problem.getMessage());
      Matcher empty = EMPTY.matcher(problem.getMessage());
      if (unreadable.matches()) {
        String name = unreadable.group(1);
        lines.add(line(name, rule(unreadable.group(3)), values));
        replace(name, defaults);
      } else if (empty.matches()) {
        lines.add(MappedSettings.variable(empty.group(1)) + " must not be empty");
        replace(empty.group(1), defaults);
      } else {
        lines.add(other(problem.getMessage(), values));
      }
    }
  }

  private void replace(String name, Map<String, String> defaults) {
    if (defaults.containsKey(name)) {
      replaced.put(name, Optional.ofNullable(defaults.get(name)).orElse(""));
    }
  }

  private static String other(String problem, SmallRyeConfig values) {
    Matcher unknown = UNKNOWN.matcher(problem);
    if (unknown.matches()) {
      return unknown.group(1) + " is not a setting of this service";
    }
    Matcher violation = VIOLATION.matcher(problem);
    if (!violation.matches()) {
      return problem;
    }
    return SENTENCES.contains(violation.group(1))
        ? violation.group(2)
        : line(violation.group(1), violation.group(2), values);
  }

  private static String line(String property, String rule, SmallRyeConfig values) {
    String line = MappedSettings.variable(property) + " " + rule;
    Matcher index = INDEX.matcher(property);
    if (index.matches()) {
      return line + ", but number " + (Integer.parseInt(index.group(1)) + 1) + " is not";
    }
    String value = values.getConfigValue(property).getValue();
    return value == null || CONFIDENTIAL.matcher(property).find()
        ? line
        : line + ", but is " + (value.matches("[\\w.:/+-]+") ? value : '"' + value + '"');
  }

  /** Returns the rule for a value, from the library's message on why it could not be read. */
  private static String rule(String why) {
    if (why.startsWith("must ")) {
      return why;
    }
    if (why.startsWith("Invalid duration")) {
      return "must be a duration such as PT30S";
    }
    return why.contains("integer value") || why.contains("int value")
        ? "must be a whole number"
        : "cannot be read";
  }
}
