package dev.uketsuke.http;

import io.vertx.core.http.impl.HttpUtils;
import java.util.regex.Pattern;

/** Distinguishes the addresses under {@code /v1} from those of pages. */
public final class ApiAddress {
  private static final Pattern API = Pattern.compile("/+v1(?:[/;].*)?");

  private ApiAddress() {}

  /**
   * Checks whether a path, in any spelling, is under {@code /v1}.
   *
   * @param path the path as it was sent; false for null
   */
  public static boolean is(String path) {
    return path != null && API.matcher(HttpUtils.normalizePath(path)).matches();
  }
}
