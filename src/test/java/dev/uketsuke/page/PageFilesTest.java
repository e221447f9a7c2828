package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The document names every file of the page, so a browser loads them all at once and keeps them.
 */
class PageFilesTest {

  private static final Path RESOURCES = Path.of("target/classes/META-INF/resources");

  /** Pages of their own have it, and the document has not. */
  private static final Set<String> OF_OTHER_PAGES = Set.of("problems.css", "swagger/try-it-out.js");

  private final PageFiles page = PageFiles.read();

  @Test
  void everyFileIsNamedInTheDocument() throws IOException {
    try (var all = Files.walk(RESOURCES)) {
      var names =
          all.filter(Files::isRegularFile)
              .map(file -> RESOURCES.relativize(file).toString())
              .filter(name -> !name.equals("index.html") && !OF_OTHER_PAGES.contains(name))
              .collect(Collectors.toCollection(TreeSet::new));
      assertEquals(names, new TreeSet<>(page.files().keySet()));
    }
  }

  /**
   * A module that imported by an absolute address would be loaded a second time, as another one.
   */
  @Test
  void modulesImportOneAnotherByRelativeAddresses() {
    page.files()
        .forEach(
            (name, content) ->
                assertFalse(
                    content.toString().matches("(?s).*\\bfrom '/(?!webjars/).*"),
                    () -> name + " imports by an absolute address"));
  }

  @Test
  void everyAddressInTheDocumentHasTheVersion() {
    var document = page.document().toString();
    assertTrue(
        document.contains(
            "<script type=\"module\" src=\"/page/" + page.version() + "/js/main.js\""),
        document);
    assertFalse(document.contains("\"/js/"), document);
    assertFalse(document.contains("\"/page.css"), document);
  }

  @Test
  void versionIsThatOfTheContent() {
    assertEquals(PageFiles.read().version(), page.version());
    assertTrue(page.version().matches("[0-9a-f]{18}"), page.version());
  }

  @Test
  void textThatMovesFromOneFileToTheNextChangesTheVersion() {
    var before = new TreeMap<>(Map.of("js/a.js", buffer("one();two();"), "js/b.js", buffer("")));
    var after = new TreeMap<>(Map.of("js/a.js", buffer("one();"), "js/b.js", buffer("two();")));
    assertNotEquals(PageFiles.version(new byte[0], before), PageFiles.version(new byte[0], after));
  }

  private static Buffer buffer(String text) {
    return Buffer.buffer(text);
  }
}
