package dev.uketsuke;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The map of the packages holds, and each class stays what its name says. */
class ArchitectureTest {

  private static final Path SOURCES = Path.of("src/main/java");
  private static final int LONGEST = 200;
  private static final int MEDIAN = 60;

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.uketsuke");

  private static final String[] FEATURES = {
    "dev.uketsuke.applications..",
    "dev.uketsuke.tokens..",
    "dev.uketsuke.payments..",
    "dev.uketsuke.warehouse..",
    "dev.uketsuke.carrier.."
  };

  @Test
  void dependenciesPointOneWay() {
    slices().matching("dev.uketsuke.(*)..").should().beFreeOfCycles().check(MAIN);
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
  void groundKnowsNoFeature() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "dev.uketsuke.idempotency..",
            "dev.uketsuke.messaging..",
            "dev.uketsuke.problems..",
            "dev.uketsuke.accounts..",
            "dev.uketsuke.database..",
            "dev.uketsuke.http..",
            "dev.uketsuke.jobs..",
            "dev.uketsuke.json..",
            "dev.uketsuke.lists..",
            "dev.uketsuke.settlement..")
        .should()
        .dependOnClassesThat(resideInAnyPackage(FEATURES))
        .check(MAIN);
  }

  @Test
  void applicationsKnowNoOtherFeature() {
    noClasses()
        .that()
        .resideInAPackage("dev.uketsuke.applications..")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(FEATURES)
                .and(DescribedPredicate.not(resideInAPackage("dev.uketsuke.applications.."))))
        .check(MAIN);
  }

  @Test
  void nothingUsesWhatIsLocal() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.uketsuke.local..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.uketsuke.local..")
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
  void filesAreShort() throws IOException {
    var lengths = new ArrayList<Long>();
    var tooLong = new ArrayList<String>();
    for (var file : sources()) {
      try (var lines = Files.lines(file)) {
        long length = lines.count();
        lengths.add(length);
        if (length > LONGEST) {
          tooLong.add(file + ": " + length);
        }
      }
    }
    lengths.sort(null);
    long median = lengths.get(lengths.size() / 2);
    assertEquals(List.of(), tooLong, "longer than " + LONGEST + " lines");
    assertTrue(median <= MEDIAN, "the median file has " + median + " lines");
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
