package dev.uketsuke.http;

import io.vertx.core.http.impl.HttpUtils;
import java.util.regex.Pattern;

/** Tells the addresses of the programming interface from those of pages. */
public final class ApiAddress {
  private static final Pattern API = Pattern.compile("/+v1(?:[/;].*)?");

  private ApiAddress() {}

  /**
   * Returns whether the address, however it is spelt, is one of the programming interface.
   *
   * @param path the path as it was sent; null is none
   */
  public static boolean is(String path) {
    return path != null && API.matcher(HttpUtils.normalizePath(path)).matches();
  }
}
