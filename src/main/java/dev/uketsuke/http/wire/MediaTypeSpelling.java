package dev.uketsuke.http.wire;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.core.MediaType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes the white space before the semicolon in {@code application/json ; charset=utf-8}.
 *
 * <p>RFC 9110 §5.6.6 allows the white space and some clients always send it, but the framework
 * reads it as a part of the media type and would answer with 415. A value that the framework cannot
 * read at all is replaced by that of unknown bytes, because some operations would fail with 500
 * where 415 is meant, or where the type of a body that is not there does not matter.
 */
@ApplicationScoped
class MediaTypeSpelling {
  private static final int PRIORITY = 880;
  private static final Pattern SPACED = Pattern.compile("([^;\\s\"]+)[ \\t]+(;.*)?");

  void register(@Observes Filters filters) {
    filters.register(MediaTypeSpelling::tidy, PRIORITY);
  }

  private static void tidy(RoutingContext context) {
    MultiMap headers = context.request().headers();
    String type = headers.get(HttpHeaders.CONTENT_TYPE);
    if (type != null) {
      Matcher spaced = SPACED.matcher(type);
      if (spaced.matches() && headers.getAll(HttpHeaders.CONTENT_TYPE).size() == 1) {
        headers.set(HttpHeaders.CONTENT_TYPE, spaced.replaceFirst("$1$2"));
      }
      if (!isMediaType(headers.get(HttpHeaders.CONTENT_TYPE))) {
        headers.set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_OCTET_STREAM);
      }
    }
    context.next();
  }

  private static boolean isMediaType(String value) {
    try {
      return MediaType.valueOf(value) != null;
    } catch (IllegalArgumentException notOne) {
      return false;
    }
  }
}
