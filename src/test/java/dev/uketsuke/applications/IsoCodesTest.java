package dev.uketsuke.applications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Countries and currencies are ours, and what fingerprints rest on never changes. */
class IsoCodesTest {

  /**
   * A change here turns resends of old content into conflicts: it needs a new fingerprint version.
   */
  @Test
  void digitsAreThoseOfFingerprintVersion1() throws IOException {
    var byDigits =
        Files.readAllLines(Path.of("src/main/resources/codes/iso-4217.txt")).stream()
            .filter(line -> !line.startsWith("#"))
            .map(line -> line.split(" "))
            .collect(
                Collectors.groupingBy(
                    parts -> parts[1],
                    Collectors.mapping(parts -> parts[0], Collectors.toCollection(TreeSet::new))));
    assertEquals(
        "[BIF, CLP, DJF, GNF, ISK, JPY, KMF, KRW, PYG, RWF, UGX, UYI, VND, VUV, XAF, XOF, XPF]",
        byDigits.get("0").toString());
    assertEquals("[BHD, IQD, JOD, KWD, LYD, OMR, TND]", byDigits.get("3").toString());
    assertEquals("[CLF, UYW]", byDigits.get("4").toString());
    assertTrue(byDigits.get("2").size() >= 145, byDigits::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"AUD", "EUR", "JPY", "KWD", "CLF", "XCG", "ZWG"})
  void currencyInUseIsTaken(String code) {
    assertTrue(IsoCodes.isCurrentCurrency(code));
  }

  @ParameterizedTest
  @ValueSource(strings = {"BGN", "HRK", "ANG"})
  void withdrawnCurrencyIsKnownButNotInUse(String code) {
    assertFalse(IsoCodes.isCurrentCurrency(code));
    assertEquals(2, IsoCodes.minorUnits(code));
  }

  @ParameterizedTest
  @ValueSource(strings = {"DEM", "XXX", "XAU", "XTS", "aud", "AUD ", "", "#", "2"})
  void whatIsNoCurrencyIsRefused(String code) {
    assertFalse(IsoCodes.isCurrentCurrency(code));
    assertEquals(-1, IsoCodes.minorUnits(code));
  }

  @Test
  void countriesAreThoseAssigned() {
    assertTrue(IsoCodes.isCountry("AU") && IsoCodes.isCountry("KR") && IsoCodes.isCountry("ZW"));
    for (var none : new String[] {"XX", "EU", "AN", "UK", "XK", "au", "", "#", "AU KR"}) {
      assertFalse(IsoCodes.isCountry(none), none);
    }
  }
}
