package dev.uketsuke.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The service's SQL keeps to what PostgreSQL-compatible engines take as well (docs/scaling.md). The
 * files named here are the known exceptions; the lists may only become shorter.
 */
class PortableSqlTest {

  private static final Pattern TEXT_BLOCK =
      Pattern.compile("\"\"\"(.*?)\"\"\"|\"((?:[^\"\\\\\n]|\\\\.)*)\"", Pattern.DOTALL);

  @Test
  void noVolatileClock() throws IOException {
    assertEquals(Set.of(), filesWith("(?i)clock_timestamp\\(|\\brandom\\(\\)|\\bnextval\\("));
  }

  @Test
  void noClockWhereOtherEnginesRefuseIt() throws IOException {
    var part = "(?:(?!\\bSELECT\\b|\\)\\s*SELECT\\b|,\\s*\\w+ AS \\().)*?\\bnow\\(\\)";
    assertEquals(Set.of(), filesWith("(?is)\\bRETURNING\\b" + part));
    assertEquals(Set.of(), filesWith("(?is)\\bDO UPDATE\\b" + part));
  }

  /**
   * Clean-ups and claims over all buckets. The tables of Inbox, tokens and windows are not
   * distributed; the outbox is, and its relay therefore does not run on a distributed engine yet.
   */
  @Test
  void lockedRowsArePassedOverWithoutABucketOnlyInKnownPlaces() throws IOException {
    var withoutBucket = filesWith("(?is)^(?!.*bucket = ANY \\(\\?\\)).*SKIP LOCKED");
    assertEquals(
        Set.of(
            "ForgetNewKeyWindows.java",
            "OutboxClaims.java",
            "OldRows.java",
            "RemoveExpiredTokens.java",
            "RemoveUnsentMessages.java"),
        withoutBucket);
  }

  /** Locks that only one node knows; a second node would not wait for them. */
  @Test
  void advisoryLocksAndTheLockTableAreAskedOnlyInKnownPlaces() throws IOException {
    assertEquals(
        Set.of("BuildOnPartitions.java", "FinalChanges.java", "SubmissionProbe.java"),
        filesWith("(?i)pg_(try_)?advisory|\\bpg_locks\\b"));
  }

  private static Set<String> filesWith(String pattern) throws IOException {
    var forbidden = Pattern.compile(pattern);
    var found = new TreeSet<String>();
    try (var files = Files.walk(Path.of("src/main/java"))) {
      for (var file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        var texts = TEXT_BLOCK.matcher(Files.readString(file));
        while (texts.find()) {
          if (forbidden.matcher(texts.group()).find()) {
            found.add(file.getFileName().toString());
          }
        }
      }
    }
    return found;
  }
}
