package dev.uketsuke.http;

import java.util.Arrays;
import java.util.List;

/** The request header {@code If-None-Match}, with which a client says what it knows already. */
public final class IfNoneMatch {

  private IfNoneMatch() {}

  /**
   * Checks whether the client's tags contain this one. The comparison is weak, as RFC 9110 §13.1.2
   * requires for this header, because proxies that compress make strong tags weak. Our tags contain
   * no comma, so the header can be split at commas.
   *
   * @param tag a strong tag with its quotes
   * @param lines the values of all lines of the header; null or empty if there is none
   */
  public static boolean names(String tag, List<String> lines) {
    return lines != null
        && lines.stream()
            .flatMap(line -> Arrays.stream(line.split(",")))
            .map(String::strip)
            .anyMatch(sent -> sent.equals("*") || sent.equals(tag) || sent.equals("W/" + tag));
  }
}
