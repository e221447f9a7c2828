package dev.uketsuke.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.uketsuke.support.Answer;
import dev.uketsuke.support.Api;
import dev.uketsuke.support.RealParts;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page is opened again with one small request, and no release's files are mixed. */
@QuarkusTest
@RealParts
class PageContractTest {

  private static final Pattern VERSION = Pattern.compile("\"/page/([0-9a-f]+)/js/main.js\"");

  @Test
  void documentIsAskedForEachTimeAndAnsweredByItsTag() throws Exception {
    for (var place : new String[] {"/", "/index.html"}) {
      var first = get(place);
      assertEquals(200, first.status());
      assertEquals("no-cache", first.header("Cache-Control"));
      assertEquals("nosniff", first.header("X-Content-Type-Options"));
      assertTrue(first.header("Content-Security-Policy").contains("script-src 'self';"));
      var again = get(place, "If-None-Match", first.header("ETag"));
      assertEquals(304, again.status());
      assertEquals(0, again.body().length);
      assertEquals(200, get(place, "If-None-Match", "\"another\"").status());
      // A proxy that compresses makes the tag weak, and a client may name several (RFC 9110
      // §13.1.2).
      var weak = "\"another\", W/" + first.header("ETag");
      assertEquals(304, get(place, "If-None-Match", weak).status());
    }
  }

  @Test
  void headIsAnsweredLikeGet() throws Exception {
    for (var place : new String[] {"/", "/index.html", "/page/" + version() + "/js/main.js"}) {
      var get = get(place);
      var head = send("HEAD", place);
      assertEquals(200, head.status());
      assertEquals(0, head.body().length);
      for (var name : new String[] {"Cache-Control", "ETag", "Content-Type"}) {
        assertEquals(get.header(name), head.header(name), place + " " + name);
      }
    }
  }

  @Test
  void fileOfThisVersionIsKeptForEver() throws Exception {
    var file = get("/page/" + version() + "/js/main.js");
    assertEquals(200, file.status());
    assertEquals("public, max-age=31536000, immutable", file.header("Cache-Control"));
    assertEquals("text/javascript; charset=utf-8", file.header("Content-Type"));
    assertEquals("nosniff", file.header("X-Content-Type-Options"));
    assertEquals(get("/js/main.js").text(), file.text());
    var style = get("/page/" + version() + "/page.css");
    assertEquals("text/css; charset=utf-8", style.header("Content-Type"));
  }

  @Test
  void fileOfAnotherVersionIsNotKept() throws Exception {
    var file = get("/page/0123456789/js/main.js");
    assertEquals(200, file.status());
    assertEquals("no-store", file.header("Cache-Control"));
  }

  @Test
  void whatIsNoFileOfThePageIsNotFound() throws Exception {
    for (var name :
        new String[] {
          "application.properties", "js/", "..%2fapplication.properties", "index.html", "js/%00"
        }) {
      var answer = get("/page/" + version() + "/" + name);
      assertTrue(answer.status() == 404 || answer.status() == 400, name + answer.status());
    }
  }

  /** In dev mode a person plays the payment provider, and logs in as {@code alice}. */
  @Test
  void nothingOfDevModeIsServed() throws Exception {
    assertEquals(404, get("/local/play.js").status());
    var play =
        HttpRequest.newBuilder(URI.create(Api.uri() + "/local/play/" + UUID.randomUUID() + "/pay"))
            .POST(BodyPublishers.noBody());
    assertEquals(
        404, HttpClient.newHttpClient().send(play.build(), BodyHandlers.discarding()).statusCode());
    assertEquals(401, get("/v1/account", "Authorization", "Basic YWxpY2U6YWxpY2U=").status());
  }

  private static String version() throws Exception {
    var found = VERSION.matcher(get("/").text());
    assertTrue(found.find());
    return found.group(1);
  }

  private static Answer get(String path, String... headers) throws Exception {
    return send("GET", path, headers);
  }

  private static Answer send(String method, String path, String... headers) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(Api.uri() + path));
    request.method(method, BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofByteArray());
    return new Answer(answer.statusCode(), answer.headers().map(), answer.body());
  }
}
