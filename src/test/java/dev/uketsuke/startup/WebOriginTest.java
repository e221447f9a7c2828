package dev.uketsuke.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An origin is what a browser sends, character for character. */
class WebOriginTest {

  @ParameterizedTest
  @CsvSource({
    "https://shop.example, true",
    "http://localhost:3000, true",
    "http://127.0.0.1:65535, true",
    "http://[::1]:3000, true",
    "https://xn--r8jz45g.example, true",
    "http://shop.example:443, true",
    "https://shop.example:80, true",
    "*, false",
    "https://*.shop.example, false",
    "null, false",
    "shop.example, false",
    "https://shop.example/, false",
    "https://shop.example/path, false",
    "https://shop.example:443, false",
    "http://shop.example:80, false",
    "https://shop.example:0, false",
    "https://shop.example:65536, false",
    "https://shop.example:, false",
    "https://Shop.example, false",
    "https://user@shop.example, false",
    "https://shop..example, false",
    "https://-shop.example, false",
    "ftp://shop.example, false",
    "/https://.*/, false",
  })
  void onlyTheExactFormIsTaken(String origin, boolean taken) {
    assertEquals(taken, new WebOrigin.Check().isValid(origin, null));
  }
}
