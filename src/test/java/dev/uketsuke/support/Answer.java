package dev.uketsuke.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the service answered; header names are in lower case. */
public record Answer(int status, Map<String, List<String>> headers, byte[] body) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The only value of a header; null if absent. */
  public String header(String name) {
    var values = headers.get(name.toLowerCase(Locale.ROOT));
    if (values == null) {
      return null;
    }
    assertEquals(1, values.size(), name + " sent more than once");
    return values.get(0);
  }

  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The text of a problem without the id of its request, which no other request has. */
  public String textWithoutRequest() {
    return text().replace(header("Request-Id"), "");
  }

  public JsonNode json() {
    try {
      return JSON.readTree(body);
    } catch (IOException e) {
      throw new UncheckedIOException("not JSON: " + text(), e);
    }
  }

  /** The application id of a receipt. */
  public String applicationId() {
    return json().path("applicationId").asText(null);
  }

  /** The slug of a problem's type; null if the answer is no problem. */
  public String problem() {
    var type = header("Content-Type");
    if (type == null || !type.startsWith("application/problem+json")) {
      return null;
    }
    var uri = json().path("type").asText();
    return uri.substring(uri.lastIndexOf('/') + 1);
  }

  public Answer expect(int expected) {
    assertEquals(expected, status, this::toString);
    return this;
  }

  /** A problem of this type, well formed, that shows nothing of our insides. */
  public Answer expectProblem(int expected, String slug) {
    expectProblem(expected);
    assertEquals(slug, problem(), this::toString);
    return this;
  }

  /** A problem of any type, well formed, that shows nothing of our insides. */
  public Answer expectProblem(int expected) {
    expect(expected);
    assertTrue(
        String.valueOf(header("Content-Type")).startsWith("application/problem+json"),
        this::toString);
    var problem = json();
    assertEquals(expected, problem.path("status").asInt(), this::toString);
    assertFalse(problem.path("title").asText().isBlank(), this::toString);
    assertEquals("no-store", header("Cache-Control"), this::toString);
    for (var inside :
        List.of("java.", "jakarta", "Exception", "org.", "dev.uketsuke", "SQL", "constraint")) {
      assertFalse(text().contains(inside), () -> "shows " + inside + ": " + this);
    }
    return this;
  }

  @Override
  public String toString() {
    return status + " " + headers + " " + text();
  }
}
