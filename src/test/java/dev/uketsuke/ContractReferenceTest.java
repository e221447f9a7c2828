package dev.uketsuke;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each citation of the contract, and each link between documents, leads somewhere. */
class ContractReferenceTest {

  private static final Path CONTRACT = Path.of("docs/contract.md");
  private static final Pattern SECTION = Pattern.compile("(?m)^#{2,3} (\\d(?:\\.\\d)?)\\.? ");
  private static final Pattern PROMISE = Pattern.compile("(?m)^- \\*\\*(P\\d+)\\*\\* ");
  private static final Pattern CITED_SECTION =
      Pattern.compile("[Cc]ontract §(\\d(?:\\.\\d)?)(?: and §(\\d(?:\\.\\d)?))?");
  private static final Pattern CITED_PROMISES = Pattern.compile("\\((P\\d+(?:, P\\d+)*)\\)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#: ]+)(?:#[^)]*)?\\)");
  private static final Pattern LINE_OF_JAVADOC = Pattern.compile("\\n\\s*\\*(?!/) ?");

  @Test
  void everyCitedSectionExists() throws IOException {
    var sections = found(SECTION, Files.readString(CONTRACT));
    assertTrue(sections.contains("3.5"), "sections are recognised");
    var dead = new ArrayList<String>();
    for (var file : cited()) {
      CITED_SECTION
          .matcher(text(file))
          .results()
          .flatMap(match -> Stream.of(match.group(1), match.group(2)))
          .filter(section -> section != null && !sections.contains(section))
          .forEach(section -> dead.add(file + " cites contract §" + section));
    }
    assertEquals(List.of(), dead);
  }

  @Test
  void everyCitedPromiseExists() throws IOException {
    var promises = found(PROMISE, Files.readString(CONTRACT));
    assertEquals(10, promises.size(), "promises are recognised");
    var dead = new ArrayList<String>();
    for (var file : cited()) {
      CITED_PROMISES
          .matcher(text(file))
          .results()
          .flatMap(match -> Stream.of(match.group(1).split(", ")))
          .filter(promise -> !promises.contains(promise))
          .forEach(promise -> dead.add(file + " cites " + promise));
    }
    assertEquals(List.of(), dead);
  }

  @Test
  void everyLinkBetweenDocumentsLeadsToAFile() throws IOException {
    var dead = new ArrayList<String>();
    for (var file : cited()) {
      if (file.toString().endsWith(".md")) {
        LINK.matcher(Files.readString(file))
            .results()
            .map(match -> match.group(1))
            .filter(target -> !target.startsWith("/"))
            .filter(target -> !Files.exists(Path.of("").resolve(file).resolveSibling(target)))
            .forEach(target -> dead.add(file + " links to " + target));
      }
    }
    assertEquals(List.of(), dead);
  }

  @Test
  void nothingCitesAPageThatIsNotHere() throws IOException {
    var dead = new ArrayList<Path>();
    for (var file : cited()) {
      if (!file.endsWith("ContractReferenceTest.java") && text(file).contains("DESIGN §")) {
        dead.add(file);
      }
    }
    assertEquals(List.of(), dead);
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(m -> m.group(1)).collect(Collectors.toSet());
  }

  /** A citation may be wrapped over two lines of a comment. */
  private static String text(Path file) throws IOException {
    return LINE_OF_JAVADOC.matcher(Files.readString(file)).replaceAll(" ");
  }

  private static List<Path> cited() throws IOException {
    var files = new ArrayList<Path>();
    for (var root : List.of("src", "docs", "bench", "deploy")) {
      try (var walk = Files.walk(Path.of(root))) {
        walk.filter(Files::isRegularFile)
            .filter(file -> file.toString().matches(".*\\.(java|md|sql|js|yaml|properties)"))
            .forEach(files::add);
      }
    }
    files.add(Path.of("README.md"));
    files.add(Path.of("CONTRIBUTING.md"));
    files.add(Path.of("CHANGELOG.md"));
    return files;
  }
}
