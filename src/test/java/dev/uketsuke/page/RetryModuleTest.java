package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Has Node test the retry logic by itself; skipped, with a reason, where there is no Node. */
class RetryModuleTest {

  @Test
  void nodeFindsTheRetryLogicRight() throws Exception {
    Assumptions.assumeTrue(onPath("node"), "no Node: install the package nodejs to run this test");
    var process =
        new ProcessBuilder("node", "--test", "src/test/js/retry.test.mjs")
            .redirectErrorStream(true)
            .start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), output);
  }

  private static boolean onPath(String command) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, command)));
  }
}
