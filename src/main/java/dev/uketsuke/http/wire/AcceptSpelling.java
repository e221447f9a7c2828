package dev.uketsuke.http.wire;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.core.MediaType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Removes from {@code Accept} the elements that are no media range, such as {@code
 * application/json;charset=} or an empty one.
 *
 * <p>A recipient ignores empty elements of a list (RFC 9110 §5.6.1), and may ignore the whole
 * field, because it only states a preference (§12.5.1). The framework would answer a request with
 * such an element with 500. A field without any readable element counts as absent.
 */
@ApplicationScoped
class AcceptSpelling {
  private static final int PRIORITY = 880;

  /** The grammar of a weight (RFC 9110 §12.4.2). */
  private static final Pattern WEIGHT = Pattern.compile("0(\\.[0-9]{0,3})?|1(\\.0{0,3})?");

  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

  void register(@Observes Filters filters) {
    filters.register(AcceptSpelling::tidy, PRIORITY);
  }

  private static void tidy(RoutingContext context) {
    MultiMap headers = context.request().headers();
    List<String> lines = headers.getAll(HttpHeaders.ACCEPT);
    if (!lines.isEmpty()) {
      List<String> elements = elements(String.join(",", lines));
      List<String> readable = elements.stream().filter(AcceptSpelling::isMediaRange).toList();
      if (readable.isEmpty()) {
        headers.remove(HttpHeaders.ACCEPT);
      } else if (readable.size() < elements.size()) {
        headers.set(HttpHeaders.ACCEPT, String.join(", ", readable));
      }
    }
    context.next();
  }

  /** Returns the elements of a list, of which a quoted string may contain a comma. */
  private static List<String> elements(String list) {
    List<String> elements = new ArrayList<>();
    boolean quoted = false;
    int from = 0;
    for (int at = 0; at < list.length(); at++) {
      char c = list.charAt(at);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\\' && quoted) {
        at++;
      } else if (c == ',' && !quoted) {
        elements.add(list.substring(from, at).strip());
        from = at + 1;
      }
    }
    elements.add(list.substring(from).strip());
    return elements;
  }

  private static boolean isMediaRange(String element) {
    try {
      MediaType range = MediaType.valueOf(element);
      String weight = range.getParameters().get("q");
      return TOKEN.matcher(range.getType()).matches()
          && TOKEN.matcher(range.getSubtype()).matches()
          && range.getParameters().keySet().stream().allMatch(TOKEN.asMatchPredicate())
          && range.getParameters().values().stream().noneMatch(String::isEmpty)
          && (weight == null || WEIGHT.matcher(weight).matches());
    } catch (RuntimeException unreadable) {
      return false; // The framework's parser fails in several ways.
    }
  }
}
