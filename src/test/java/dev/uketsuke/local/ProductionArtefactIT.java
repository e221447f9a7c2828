package dev.uketsuke.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The packaged application has no trace of the embedded database and the embedded users. */
class ProductionArtefactIT {
  private static final Pattern EMBEDDED =
      Pattern.compile(
          "zonky|embedded-?postgres|uketsuke/local|(^|/)local/(play|sign)|LocalPartners|DemoData|EmbeddedUsers|startup\\.BeforeStart$|tukaani",
          Pattern.CASE_INSENSITIVE);

  @Test
  void nothingEmbeddedIsPackaged() throws IOException {
    List<Path> jars = jars();
    assertFalse(jars.isEmpty(), "nothing has been packaged");
    List<String> found = new ArrayList<>();
    for (Path jar : jars) {
      Stream.of(jar.getFileName().toString()).filter(EMBEDDED.asPredicate()).forEach(found::add);
      try (JarFile open = new JarFile(jar.toFile())) {
        open.stream()
            .map(ZipEntry::getName)
            .filter(EMBEDDED.asPredicate())
            .map(name -> jar.getFileName() + "!" + name)
            .forEach(found::add);
      }
    }
    assertEquals(
        List.of(),
        found,
        "list these in quarkus.package.jar.user-configured-ignored-entries, application.properties");
  }

  /** Those of the JVM artefact, or those from which a native binary was made. */
  private static List<Path> jars() throws IOException {
    List<Path> roots;
    try (Stream<Path> target = Files.list(Path.of("target"))) {
      roots =
          target
              .filter(Files::isDirectory)
              .filter(path -> path.toString().matches(".*(quarkus-app|-native-image-source-jar)"))
              .toList();
    }
    List<Path> jars = new ArrayList<>();
    for (Path root : roots) {
      try (Stream<Path> files = Files.walk(root)) {
        files.filter(path -> path.toString().endsWith(".jar")).forEach(jars::add);
      }
    }
    return jars;
  }
}
