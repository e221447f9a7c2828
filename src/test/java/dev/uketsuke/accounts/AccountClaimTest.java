package dev.uketsuke.accounts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.ws.rs.WebApplicationException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two pairs of issuer and subject are never one account, whatever either contains. */
class AccountClaimTest {

  @Test
  void idIsIssuerAndSubject() {
    assertEquals("https://id.example/a|b|c", id("https://id.example/a", "b|c"));
  }

  @Test
  void noTwoPairsGiveOneId() {
    var texts = List.of("a", "b", "a|b", "|", "a|", "|a", "%7C", "a%7Cb", "%257C", "%", "a%b", "é");
    var seen = new HashMap<String, List<String>>();
    for (var issuer : texts) {
      for (var subject : texts) {
        var other = seen.put(id(issuer, subject), List.of(issuer, subject));
        assertEquals(null, other, () -> issuer + " and " + subject);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\u0000", "a\n", "\ufffd", "\ud800"})
  void whatIsNoPlainTextNamesNobody(String text) {
    assertThrows(WebApplicationException.class, () -> id(text, "a"));
    assertThrows(WebApplicationException.class, () -> id("a", text));
  }

  private static String id(String issuer, String subject) {
    return AccountClaim.read(token(Map.of("iss", issuer, "sub", subject)), "sub").id();
  }

  private static JsonWebToken token(Map<String, String> claims) {
    return new JsonWebToken() {
      @Override
      public String getName() {
        return "anybody";
      }

      @Override
      public Set<String> getClaimNames() {
        return claims.keySet();
      }

      @Override
      @SuppressWarnings("unchecked")
      public <T> T getClaim(String name) {
        return (T) claims.get(name);
      }
    };
  }
}
