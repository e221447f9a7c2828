package dev.uketsuke.carrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A token is used until shortly before it expires, and only what can be one is taken for one. */
class AccessTokenTest {

  private static final long ASKED = 17;

  @Test
  void isRenewedShortlyBeforeItExpires() throws Exception {
    assertDueAfter(Duration.ofSeconds(3570), "\"expires_in\":3600");
    assertDueAfter(Duration.ofSeconds(3570), "\"expires_in\":\"3600\"");
    assertDueAfter(Duration.ofSeconds(54), "\"expires_in\":60");
    assertDueAfter(Duration.ofSeconds(270), "\"scope\":\"x\"");
    assertDueAfter(Duration.ZERO, "\"expires_in\":0");
    assertDueAfter(Duration.ZERO, "\"expires_in\":-5");
    assertDueAfter(Duration.ofDays(1).minusSeconds(30), "\"expires_in\":9223372036854775807");
  }

  @Test
  void onlyABearerTokenIsTaken() throws Exception {
    assertEquals(
        Optional.of("Bearer a.b-c_d~e+f/g=="),
        token("{\"access_token\":\"a.b-c_d~e+f/g==\",\"token_type\":\"bearer\"}")
            .map(AccessToken::authorization));
    for (var none :
        List.of(
            "{}",
            "{\"access_token\":null}",
            "{\"access_token\":\"\"}",
            "{\"access_token\":\"a b\"}",
            "{\"access_token\":\"a\\r\\nX: y\"}",
            "{\"access_token\":{}}",
            "{\"access_token\":\"a\",\"token_type\":\"mac\"}")) {
      assertEquals(Optional.empty(), token(none), none);
    }
  }

  @Test
  void textOfItHoldsNoSecret() throws Exception {
    assertFalse(token("{\"access_token\":\"hunter2\"}").toString().contains("hunter2"));
  }

  private static void assertDueAfter(Duration life, String members) throws Exception {
    var token = token("{\"access_token\":\"a\"," + members + "}").orElseThrow();
    assertTrue(token.isDue(ASKED + life.toNanos()), members);
    assertFalse(token.isDue(ASKED + life.toNanos() - 1), members);
  }

  private static Optional<AccessToken> token(String json) throws Exception {
    return AccessToken.of((ObjectNode) new ObjectMapper().readTree(json), ASKED);
  }
}
