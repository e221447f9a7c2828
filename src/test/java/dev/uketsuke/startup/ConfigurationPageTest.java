package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMappings;
import io.smallrye.config.ConfigMappings.ConfigClass;
import io.smallrye.config.WithDefault;
import jakarta.validation.Constraint;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The page of all settings says what the mappings say; below its marker it is generated. */
class ConfigurationPageTest {

  private static final Path PAGE = Path.of("docs/configuration.md");
  private static final Path FRESH = Path.of("target/configuration.md");
  private static final Path README = Path.of("README.md");
  private static final String MARKER = "<!-- Generated from here on; ConfigurationPageTest -->\n";

  @Test
  void pageListsEverySetting() throws Exception {
    var page = Files.readString(PAGE);
    var marker = page.indexOf(MARKER);
    assertTrue(marker > 0, PAGE + " has lost its marker");
    var fresh = page.substring(0, marker) + MARKER + generated();
    Files.writeString(FRESH, fresh);

    assertEquals(fresh, page, "the page is stale: cp " + FRESH + " " + PAGE);
  }

  @Test
  void readmeNamesNoSettingThatIsNone() throws Exception {
    var known =
        MappedSettings.defaults(AllMappings.ours()).keySet().stream()
            .map(MappedSettings::variable)
            .toList();
    for (var page : List.of(README, PAGE)) {
      var named =
          Pattern.compile("UKETSUKE_[A-Z_]*[A-Z]")
              .matcher(Files.readString(page).replaceAll("UKETSUKE_[A-Z_]*…", ""))
              .results()
              .map(found -> found.group())
              .filter(name -> !known.contains(name))
              .distinct()
              .toList();
      assertEquals(List.of(), named, page + " names settings that do not exist");
    }
  }

  private static String generated() throws Exception {
    var features = new TreeMap<String, StringBuilder>();
    for (var mapping :
        AllMappings.ours().stream().sorted((a, b) -> name(a).compareTo(name(b))).toList()) {
      var feature = mapping.getType().getPackageName().replaceFirst("dev\\.uketsuke\\.", "");
      var text = features.computeIfAbsent(feature, f -> new StringBuilder("\n## " + f + "\n"));
      text.append('\n').append(describe(mapping));
    }
    return String.join("", features.values());
  }

  private static String name(ConfigClass mapping) {
    return mapping.getType().getName();
  }

  private static String describe(ConfigClass mapping) throws Exception {
    var source = source(mapping.getType());
    var lines = new ArrayList<String>();
    var purpose = plain(javadoc(source, "interface " + mapping.getType().getSimpleName()), "");
    lines.add(purpose.replaceFirst("\\. .*", ".") + "\n");
    lines.add("| variable | value | default | meaning |");
    lines.add("| --- | --- | --- | --- |");
    var rows = new TreeMap<String, String>();
    for (var property : ConfigMappings.getProperties(mapping).entrySet()) {
      if (!property.getKey().endsWith("[*]")) {
        var method = property.getValue().getMethod();
        var variable = MappedSettings.variable(property.getKey());
        rows.put(variable, row(variable, method, javadoc(source, " " + method.getName() + "()")));
      }
    }
    lines.addAll(rows.values());
    return String.join("\n", lines) + "\n";
  }

  private static String row(String variable, Method method, String javadoc) {
    var preset = method.getAnnotation(WithDefault.class);
    return "| `%s` | %s | %s | %s |"
        .formatted(
            variable,
            value(method),
            preset == null ? "none" : "`" + preset.value() + "`",
            plain(javadoc, variable).replace("|", "\\|"));
  }

  private static String value(Method method) {
    var limits = constraints(method).stream().map(ConfigurationPageTest::limit).toList();
    var type = type(method.getGenericReturnType());
    return limits.isEmpty() ? type : type + ", " + String.join(", ", limits);
  }

  private static String limit(Annotation constraint) {
    if (constraint instanceof Limits limits) {
      return "`" + limits.least() + "` to `" + limits.most() + "`";
    }
    try {
      var message = constraint.annotationType().getMethod("message");
      message.setAccessible(true);
      return message
          .invoke(constraint)
          .toString()
          .replaceFirst("^must (be |contain )?", "")
          .replace("<", "&lt;");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Annotation> constraints(Method method) {
    var found = new ArrayList<>(Arrays.asList(method.getAnnotations()));
    AnnotatedType type = method.getAnnotatedReturnType();
    while (type instanceof AnnotatedParameterizedType parameterized) {
      type = parameterized.getAnnotatedActualTypeArguments()[0];
      found.addAll(Arrays.asList(type.getAnnotations()));
    }
    return found.stream()
        .filter(each -> each.annotationType().isAnnotationPresent(Constraint.class))
        .toList();
  }

  private static String type(Type type) {
    if (type instanceof ParameterizedType parameterized) {
      var of = type(parameterized.getActualTypeArguments()[0]);
      return parameterized.getRawType() == List.class ? "several, by comma" : of;
    }
    if (type instanceof Class<?> word && word.isEnum()) {
      return Arrays.stream(word.getEnumConstants())
          .map(each -> "`" + each.toString().toLowerCase(Locale.ROOT) + "`")
          .collect(Collectors.joining(", "));
    }
    var words =
        Map.<Type, String>of(
            Duration.class, "duration",
            int.class, "whole number",
            Integer.class, "whole number",
            boolean.class, "`true` or `false`",
            MemorySize.class, "size such as `64M`",
            String.class, "text");
    assertTrue(words.containsKey(type), "say here what a " + type + " is");
    return words.get(type);
  }

  private static String source(Class<?> type) throws IOException {
    return Files.readString(Path.of("src/main/java", type.getName().replace('.', '/') + ".java"));
  }

  /** Returns the comment before a declaration. */
  private static String javadoc(String source, String declaration) {
    var before = source.substring(0, source.indexOf(declaration));
    var start = before.lastIndexOf("/**");
    return before.substring(start + 3, before.indexOf("*/", start));
  }

  private static String plain(String javadoc, String variable) {
    return javadoc
        .replaceAll("\\n\\s*\\*", " ")
        .replaceAll("\\s+", " ")
        .replace(", {@code " + variable + "}", "")
        .replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`")
        .replaceAll("</?p>", "")
        .strip();
  }
}
