package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Has Node test the modules of the page that need no browser, and the JavaScript client, whose
 * retry module the page uses; skipped, with a reason, where there is no Node.
 */
class RetryModuleTest {

  @Test
  void nodeFindsTheModulesRight() throws Exception {
    Assumptions.assumeTrue(onPath("node"), "no Node: install the package nodejs to run this test");
    var command = new ArrayList<>(List.of("node", "--test"));
    for (var directory : List.of("src/test/js", "clients/javascript/test")) {
      try (var files = Files.list(Path.of(directory))) {
        files
            .map(Path::toString)
            .filter(name -> name.endsWith(".test.mjs") || name.endsWith(".test.js"))
            .forEach(command::add);
      }
    }
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }

  private static boolean onPath(String command) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
  }
}
