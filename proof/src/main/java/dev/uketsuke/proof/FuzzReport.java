package dev.uketsuke.proof;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Collects findings and counts; the first few of each kind are written out with their bytes. */
final class FuzzReport {

  private static final int SHOWN_OF_A_KIND = 3;
  private static final int ENOUGH = 500;

  private final Path out;
  private final Map<String, Integer> findings = new HashMap<>();
  private final Map<String, Integer> counts = new TreeMap<>();
  private int all;

  FuzzReport(Path out) {
    this.out = out;
  }

  synchronized boolean isFull() {
    return all > ENOUGH;
  }

  synchronized void count(String what) {
    counts.merge(what, 1, Integer::sum);
  }

  /**
   * Notes a finding.
   *
   * @param sent the exact bytes, one character each
   */
  synchronized void finding(String what, String sent, String answered) {
    all++;
    String kind =
        what.replaceAll("(GET|POST) \\S+|pipelined|damaged|[0-9a-f-]{8,}|fz-\\S+|probe-\\S+", "…");
    int before = findings.merge(kind, 1, Integer::sum);
    if (before > SHOWN_OF_A_KIND) {
      return;
    }
    Path file = out.resolve("finding-" + all + ".bytes");
    try {
      Files.write(file, sent.getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      System.out.println("The bytes cannot be written to " + file + ": " + e);
    }
    System.out.printf(
        "FINDING %s%n  sent (%s): %s%n  answered: %s%n",
        what, file, shown(sent, 1500), shown(answered, 900));
  }

  private static String shown(String bytes, int most) {
    StringBuilder shown = new StringBuilder();
    for (char c : bytes.substring(0, Math.min(most, bytes.length())).toCharArray()) {
      if (c == '\r') {
        shown.append("\\r");
      } else if (c == '\n') {
        shown.append("\\n");
      } else if (c < ' ' || c > '~') {
        shown.append("\\x%02x".formatted((int) c));
      } else {
        shown.append(c);
      }
    }
    return shown + (bytes.length() > most ? "… " + bytes.length() + " bytes" : "");
  }

  /** Prints counts and kinds, and returns whether there is no finding. */
  synchronized boolean print() {
    counts.forEach((what, count) -> System.out.printf("%8d %s%n", count, what));
    findings.forEach((what, count) -> System.out.printf("FOUND %d times: %s%n", count, what));
    System.out.println(findings.isEmpty() ? "Nothing was found." : all + " findings.");
    return findings.isEmpty();
  }
}
