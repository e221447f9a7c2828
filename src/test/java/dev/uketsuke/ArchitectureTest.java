package dev.uketsuke;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The map of the packages holds, and each class stays what its name says. */
class ArchitectureTest {

  private static final Path SOURCES = Path.of("src/main/java");
  private static final Path MAP = SOURCES.resolve("dev/uketsuke/package-info.java");
  private static final Pattern MAP_LINE = Pattern.compile("<li>\\{@code ([a-z.]+)} – ");
  private static final int MOST_FILES = 35;
  private static final int LONGEST = 300;

  /** Files that may be longer, each with the reason. */
  private static final Map<String, String> LONG_FOR_A_REASON = Map.of();

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.uketsuke");

  @Test
  void mapNamesEveryPackage() throws IOException {
    var present = new TreeSet<String>();
    for (var file : sources()) {
      present.add(nameOf(SOURCES.resolve("dev/uketsuke").relativize(file.getParent())));
    }
    present.remove("");
    assertEquals(present, new TreeSet<>(map()), "the packages, and those in the map");
  }

  @Test
  void packagesUseOnlyThoseAboveThemInTheMap() throws IOException {
    var map = map();
    for (int i = 0; i < map.size(); i++) {
      var below =
          map.subList(i + 1, map.size()).stream()
              .map(name -> "dev.uketsuke." + name)
              .toArray(String[]::new);
      if (below.length > 0) {
        noClasses()
            .that()
            .resideInAPackage("dev.uketsuke." + map.get(i))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(below)
            .because("the map in package-info.java lists these packages below " + map.get(i))
            .allowEmptyShould(true)
            .check(MAIN);
      }
    }
  }

  @Test
  void noPackageIsCrowded() throws IOException {
    var sizes = new TreeMap<Path, Integer>();
    for (var file : sources()) {
      sizes.merge(file.getParent(), 1, Integer::sum);
    }
    sizes.values().removeIf(size -> size <= MOST_FILES);
    assertEquals(Map.of(), sizes, "packages with more than " + MOST_FILES + " files");
  }

  @Test
  void idempotencyIsPureValues() {
    classes()
        .that()
        .resideInAPackage("dev.uketsuke.idempotency..")
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                "java..", "org.erdtman..", "org.greenbytes..", "dev.uketsuke.idempotency.."))
        .check(MAIN);
  }

  @Test
  void packagesAreNamedAfterFeatures() {
    noClasses()
        .should()
        .resideInAnyPackage(
            Stream.of(
                    "util",
                    "utils",
                    "common",
                    "dto",
                    "service",
                    "services",
                    "config",
                    "helper",
                    "helpers",
                    "impl",
                    "manager")
                .map(name -> ".." + name + "..")
                .toArray(String[]::new))
        .check(MAIN);
  }

  @Test
  void classesAreNamedAfterWhatTheyAre() {
    noClasses()
        .that(areOurs())
        .should()
        .haveNameMatching(".*(Impl|Manager|Utils?|Helper|Dto|Service|ServiceBean)")
        .check(MAIN);
  }

  @Test
  void resourcesSpeakHttpOnly() {
    noClasses()
        .that()
        .areAnnotatedWith("jakarta.ws.rs.Path")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("jakarta.persistence..", "java.sql..", "javax.sql..", "io.agroal..")
                .or(
                    assignableTo(
                        "io.quarkus.panache.hibernate.common.runtime.AbstractJpaOperations")))
        .check(MAIN);
    noClasses()
        .that()
        .areAnnotatedWith("jakarta.ws.rs.Path")
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "is one of Panache's own",
                call ->
                    call.getTargetOwner()
                        .getPackageName()
                        .startsWith("io.quarkus.hibernate.orm.panache")))
        .check(MAIN);
  }

  @Test
  void onlyTheAggregateMovesItself() {
    noMethods().should().haveName("setStatus").allowEmptyShould(true).check(MAIN);
    fields()
        .that()
        .haveName("status")
        .and(areDeclaredInAnEntity())
        .should()
        .notBePublic()
        .allowEmptyShould(true)
        .check(MAIN);
    noClasses()
        .that(areNoEntities())
        .should()
        .setFieldWhere(
            DescribedPredicate.describe(
                "is the status of an entity",
                access ->
                    access.getTarget().getName().equals("status")
                        && access.getTargetOwner().isAnnotatedWith("jakarta.persistence.Entity")))
        .check(MAIN);
  }

  @Test
  void dependenciesComeThroughTheConstructor() {
    fields()
        .that(DescribedPredicate.<JavaField>describe("are ours", f -> areOurs().test(f.getOwner())))
        .should()
        .notBeAnnotatedWith("jakarta.inject.Inject")
        .check(MAIN);
  }

  @Test
  void useCasesHaveOnePublicMethod() {
    var verbs = "(Submit|Inquire|List|Cancel|Issue|Move|Record|Receive|Relay|Order)[A-Z].*";
    for (var useCase : MAIN) {
      if (useCase.getSimpleName().matches(verbs)
          && useCase.isMetaAnnotatedWith("jakarta.inject.Scope")
          && areOurs().test(useCase)) {
        var open =
            useCase.getMethods().stream()
                .filter(m -> m.getModifiers().contains(JavaModifier.PUBLIC))
                .count();
        assertTrue(open <= 1, useCase.getName() + " has " + open + " public methods");
      }
    }
  }

  /** In 90 locales {@code %d} writes digits that PostgreSQL does not read. */
  @Test
  void textForProgramsDoesNotDependOnTheLocale() {
    noClasses()
        .should()
        .callMethod(String.class, "format", String.class, Object[].class)
        .orShould()
        .callMethod(String.class, "formatted", Object[].class)
        .orShould()
        .callMethod(String.class, "toLowerCase")
        .orShould()
        .callMethod(String.class, "toUpperCase")
        .because("these follow the locale of the machine; pass Locale.ROOT")
        .check(MAIN);
  }

  @Test
  void everyPackageSaysWhatItIsFor() throws IOException {
    var missing = new ArrayList<Path>();
    for (var file : sources()) {
      if (!Files.exists(file.resolveSibling("package-info.java"))) {
        missing.add(file.getParent());
      }
    }
    assertEquals(
        List.of(), missing.stream().distinct().toList(), "packages without package-info.java");
  }

  @Test
  void longFilesHaveAReason() throws IOException {
    var tooLong = new ArrayList<String>();
    for (var file : sources()) {
      try (var lines = Files.lines(file)) {
        long length = lines.count();
        if (length > LONGEST && !LONG_FOR_A_REASON.containsKey(file.getFileName().toString())) {
          tooLong.add(file + ": " + length);
        }
      }
    }
    assertEquals(
        List.of(), tooLong, "longer than " + LONGEST + " lines, without a reason in this test");
  }

  @Test
  void testsOfThePackagedArtefactAreNothingElse() throws IOException {
    try (var files = Files.walk(Path.of("src/test/java"))) {
      for (var file : files.filter(f -> f.toString().endsWith("IT.java")).toList()) {
        var text = Files.readString(file);
        assertTrue(
            text.contains("@QuarkusIntegrationTest")
                || text.contains("PackagedService")
                || text.contains("Process")
                || text.contains("quarkus-app"),
            file + " does not run the packaged artefact");
      }
    }
  }

  private static List<String> map() throws IOException {
    return MAP_LINE.matcher(Files.readString(MAP)).results().map(line -> line.group(1)).toList();
  }

  private static String nameOf(Path folder) {
    return folder.toString().replace('/', '.');
  }

  private static List<Path> sources() throws IOException {
    try (var files = Files.walk(SOURCES)) {
      return files.filter(f -> f.toString().endsWith(".java")).toList();
    }
  }

  /** Not what the build generates beside our classes. */
  private static DescribedPredicate<JavaClass> areOurs() {
    return DescribedPredicate.describe(
        "are ours", c -> c.getSource().isPresent() && !c.getSimpleName().contains("_"));
  }

  private static DescribedPredicate<JavaClass> areNoEntities() {
    return DescribedPredicate.describe(
        "are no entities", c -> !c.isAnnotatedWith("jakarta.persistence.Entity"));
  }

  private static DescribedPredicate<JavaField> areDeclaredInAnEntity() {
    return DescribedPredicate.describe(
        "are declared in an entity",
        f -> f.getOwner().isAnnotatedWith("jakarta.persistence.Entity"));
  }
}
