package dev.uketsuke.page;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of the page, each under an address that contains a digest of all of them.
 *
 * <p>Guarantee: a versioned address always has the same content, so a browser keeps the file and
 * never asks for it again. The document alone is asked for each time; a new release has another
 * digest, so its document names other addresses, and no browser takes a kept file for that of
 * another release.
 */
record PageFiles(String version, Buffer document, Map<String, Buffer> files) {
  private static final String PLACE = "META-INF/resources/";
  private static final String DOCUMENT = "index.html";

  /** Matches the addresses of our own files in the document. */
  private static final Pattern REFERENCE = Pattern.compile("(href|src)=\"/([\\w/.-]+\\.\\w+)\"");

  /** The number of bytes of the digest that stand in an address. */
  private static final int VERSION_BYTES = 9;

  /** Reads the document and all files that it refers to from the class path. */
  static PageFiles read() {
    byte[] document = read(DOCUMENT);
    String text = new String(document, StandardCharsets.UTF_8);
    SortedMap<String, Buffer> files = new TreeMap<>();
    for (Matcher found = REFERENCE.matcher(text); found.find(); ) {
      files.computeIfAbsent(found.group(2), name -> Buffer.buffer(read(name)));
    }
    String version = version(document, files);
    String versioned = REFERENCE.matcher(text).replaceAll("$1=\"" + address(version, "$2") + '"');
    return new PageFiles(version, Buffer.buffer(versioned), Map.copyOf(files));
  }

  /**
   * Returns the digest of the names, the lengths and the content of all files. Without the lengths,
   * text that moves from the end of a file to the beginning of the next would change nothing.
   */
  static String version(byte[] document, SortedMap<String, Buffer> files) {
    MessageDigest digest = sha256();
    digest.update(document);
    files.forEach(
        (name, content) -> {
          digest.update((name + ' ' + content.length() + '\n').getBytes(StandardCharsets.UTF_8));
          digest.update(content.getBytes());
        });
    return HexFormat.of().formatHex(digest.digest(), 0, VERSION_BYTES);
  }

  /** Returns the address of a file in the release with this version. */
  static String address(String version, String name) {
    return "/page/" + version + "/" + name;
  }

  private static byte[] read(String name) {
    try (InputStream file =
        Thread.currentThread().getContextClassLoader().getResourceAsStream(PLACE + name)) {
      if (file == null) {
        throw new IllegalStateException("The page refers to " + name + ", which is missing.");
      }
      return file.readAllBytes();
    } catch (IOException failure) {
      throw new UncheckedIOException("The page's file " + name + " cannot be read", failure);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(
          "SHA-256 is missing, which every Java platform has.", impossible);
    }
  }
}
