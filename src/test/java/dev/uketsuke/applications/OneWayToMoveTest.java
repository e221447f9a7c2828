package dev.uketsuke.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** There is one statement that changes a status, and it compares before it sets. */
class OneWayToMoveTest {

  private static final Pattern SETS_STATUS =
      Pattern.compile(
          "UPDATE\\s+shipping_application\\s+SET\\s(?:(?!WHERE).)*?\\bstatus\\s*=",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  @Test
  void onlyTheLifeTableSetsAStatus() throws IOException {
    var found = new ArrayList<String>();
    try (var files = Files.walk(Path.of("src/main"))) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        if (file.toString().matches(".*\\.(java|sql)")
            && SETS_STATUS.matcher(Files.readString(file)).find()) {
          found.add(file.getFileName().toString());
        }
      }
    }
    assertEquals(List.of("LifeTable.java"), found);
  }
}
