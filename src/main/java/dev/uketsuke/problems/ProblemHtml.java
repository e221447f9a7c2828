package dev.uketsuke.problems;

import java.nio.charset.StandardCharsets;

/**
 * Writes the catalogue of problems as HTML pages.
 *
 * <p>The pages have no script and no inline style, so they work under the strictest content
 * security policy. Each text is escaped, although all texts come from the catalogue.
 */
final class ProblemHtml {
  private ProblemHtml() {}

  static String index() {
    StringBuilder rows = new StringBuilder();
    for (ProblemType type : ProblemType.values()) {
      rows.append("<tr><td>").append(type.status()).append("</td><td><a href=\"/problems/");
      rows.append(type.slug()).append("\">").append(type.slug()).append("</a></td><td>");
      rows.append(escaped(type.title())).append("</td></tr>\n");
    }
    return document(
        "Problems",
        "<p>This table lists every error that the service answers with.</p>\n"
            + "<table>\n<thead><tr><th>Status</th><th>Type</th><th>Title</th></tr></thead>\n<tbody>\n"
            + rows
            + "</tbody>\n</table>\n");
  }

  static String of(ProblemType type) {
    String example = new String(Problem.of(type).toJson(), StandardCharsets.UTF_8);
    return document(
        type.title(),
        "<p><code>"
            + type.slug()
            + "</code>, HTTP status "
            + type.status()
            + "</p>\n"
            + section("What it means", escaped(type.explanation()))
            + section("What to do", escaped(type.advice()))
            + section("Sending again", escaped(type.resend().rule()))
            + "<h2>Example</h2>\n<pre><code>"
            + escaped(example)
            + "</code></pre>\n<p><a href=\"/problems\">All problems</a></p>\n");
  }

  private static String section(String heading, String text) {
    return "<h2>" + heading + "</h2>\n<p>" + text + "</p>\n";
  }

  private static String document(String title, String main) {
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
        + escaped(title)
        + " · Uketsuke</title>\n<link rel=\"stylesheet\" href=\"/problems.css\">\n</head>\n<body>\n<main>\n<h1>"
        + escaped(title)
        + "</h1>\n"
        + main
        + "</main>\n</body>\n</html>\n";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
