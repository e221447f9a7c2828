package dev.uketsuke.page;

import io.quarkus.runtime.LaunchMode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Map;

/**
 * Serves the page so that opening it again asks the service for the document alone.
 *
 * <p>In dev mode the framework serves the files as they are, because they change while the service
 * runs. An address with another version is that of another release, which this process does not
 * have; it gets this release's file, which nobody keeps, so that a page that is open during a
 * rollout still works.
 */
@Singleton
class PageRoutes {
  private static final String FOR_EVER = "public, max-age=31536000, immutable";
  private static final String ASK_EACH_TIME = "no-cache";
  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml");

  private volatile PageFiles files;

  void register(@Observes Router router) {
    if (LaunchMode.current() == LaunchMode.DEVELOPMENT) {
      return;
    }
    router.get("/").handler(this::document);
    router.get("/index.html").handler(this::document);
    router.getWithRegex("/page/(?<version>[0-9a-f]+)/(?<name>.+)").handler(this::file);
  }

  private void document(RoutingContext context) {
    String tag = '"' + files().version() + '"';
    HttpServerResponse response = context.response();
    response.putHeader(HttpHeaders.CACHE_CONTROL, ASK_EACH_TIME).putHeader(HttpHeaders.ETAG, tag);
    if (tag.equals(context.request().getHeader(HttpHeaders.IF_NONE_MATCH))) {
      response.setStatusCode(304).end();
      return;
    }
    response
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
        .end(files().document());
  }

  private void file(RoutingContext context) {
    String name = context.pathParam("name");
    Buffer content = files().files().get(name);
    if (content == null) {
      context.next();
      return;
    }
    boolean own = files().version().equals(context.pathParam("version"));
    context
        .response()
        .putHeader(HttpHeaders.CACHE_CONTROL, own ? FOR_EVER : "no-store")
        .putHeader(HttpHeaders.CONTENT_TYPE, TYPES.get(name.substring(name.lastIndexOf('.') + 1)))
        .end(content);
  }

  /** Returns the files, which are read when the page is first opened; the start is not delayed. */
  private PageFiles files() {
    if (files == null) {
      files = PageFiles.read();
    }
    return files;
  }
}
