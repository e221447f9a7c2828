package dev.uketsuke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each decision record follows the template in CONTRIBUTING.md. */
class DecisionRecordTest {

  private static final Path RECORDS = Path.of("docs/adr");
  private static final int MOST_LINES = 40;
  private static final Pattern NAME = Pattern.compile("(\\d{4})-[a-z0-9-]+\\.md");
  private static final Pattern STATUS =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}, (accepted|superseded by \\d+)\\.");

  @Test
  void recordsFollowTheTemplate() throws IOException {
    var faults = new ArrayList<String>();
    var numbers = new HashSet<Integer>();
    for (var file : records()) {
      var name = NAME.matcher(file.getFileName().toString());
      if (!name.matches()) {
        faults.add(file + ": the name is not NNNN-verb-phrase.md");
        continue;
      }
      int number = Integer.parseInt(name.group(1));
      var lines = Files.readAllLines(file);
      if (!numbers.add(number)) {
        faults.add(file + ": another record has this number");
      }
      if (!lines.get(0).startsWith("# " + number + ". ")) {
        faults.add(file + ": the first line is not \"# " + number + ". <title>\"");
      }
      if (lines.size() < 3 || !STATUS.matcher(lines.get(2)).matches()) {
        faults.add(
            file + ": the third line is not \"<date>, accepted.\" or \"…, superseded by n.\"");
      }
      if (!lines.containsAll(List.of("## Context", "## Decision", "## Consequences"))) {
        faults.add(file + ": a section is missing");
      }
      if (lines.size() > MOST_LINES) {
        faults.add(file + ": more than " + MOST_LINES + " lines");
      }
    }
    assertTrue(numbers.size() > 10, "records are recognised");
    assertEquals(List.of(), faults);
  }

  private static List<Path> records() throws IOException {
    try (var files = Files.list(RECORDS)) {
      return files.sorted().toList();
    }
  }
}
