package dev.uketsuke.proof;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Prints a verdict on each promise for a history in a file: {@code proof/check HISTORY}. */
final class Check {

  /** More contradictions of one promise than this are counted and not printed. */
  private static final int SHOWN = 3;

  private Check() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("Usage: proof/check HISTORY, a file with one JSON object a line.");
      System.exit(2);
    }
    System.exit(print(CheckHistory.check(History.read(Path.of(arguments[0])))) ? 0 : 1);
  }

  /** Prints the verdicts, and returns whether no promise was contradicted. */
  static boolean print(CheckHistory.Report report) {
    for (Promise promise : Promise.values()) {
      List<Finding> findings =
          report.findings().stream().filter(each -> each.promise() == promise).toList();
      int checked = report.checked().getOrDefault(promise, 0);
      String verdict =
          !findings.isEmpty()
              ? "CONTRADICTED " + findings.size() + " times"
              : checked == 0 ? "not checked" : "held";
      System.out.printf("%-3s %-50s %8d checked  %s%n", promise, promise.text(), checked, verdict);
      findings.stream().limit(SHOWN).forEach(Check::print);
    }
    System.out.println(
        report.findings().isEmpty()
            ? "No promise is contradicted."
            : report.findings().size() + " contradictions.");
    return report.findings().isEmpty();
  }

  private static void print(Finding finding) {
    System.out.println("    " + finding.what() + ":");
    finding.evidence().forEach(each -> System.out.println("      " + History.line(each)));
  }
}
