package dev.uketsuke.page;

import dev.uketsuke.http.IfNoneMatch;
import io.quarkus.runtime.LaunchMode;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Route;
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
 * have. It gets this release's file, which nobody keeps: a page that is opened during a rollout may
 * therefore run files of two releases, and opening it again after the rollout mends that.
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
    reads(router.route("/")).handler(this::document);
    reads(router.route("/index.html")).handler(this::document);
    reads(router.routeWithRegex("/page/(?<version>[0-9a-f]+)/(?<name>.+)")).handler(this::file);
  }

  private static Route reads(Route route) {
    return route.method(HttpMethod.GET).method(HttpMethod.HEAD);
  }

  private void document(RoutingContext context) {
    String tag = '"' + files().version() + '"';
    HttpServerResponse response = context.response();
    response.putHeader(HttpHeaders.CACHE_CONTROL, ASK_EACH_TIME).putHeader(HttpHeaders.ETAG, tag);
    if (IfNoneMatch.names(tag, context.request().headers().getAll(HttpHeaders.IF_NONE_MATCH))) {
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
