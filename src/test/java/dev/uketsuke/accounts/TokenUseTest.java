package dev.uketsuke.accounts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A token that declares another use is no access token, and an access token stays one. */
class TokenUseTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "true;  {'alg':'RS256'};                               {'sub':'a'}",
        "true;  {'alg':'RS256','typ':'JWT'};                   {'sub':'a'}",
        "true;  {'alg':'ES256','typ':'at+jwt'};                {'sub':'a','nonce':'n'}",
        "true;  {'alg':'RS256','typ':'application/at+JWT'};    {'sub':'a'}",
        "true;  {'alg':'RS256','typ':'JWT'};                   {'typ':'Bearer','nonce':'n'}",
        "true;  {'alg':'RS256'};                               {'token_use':'access'}",
        "true;  {'alg':'RS256'};                               {'token_type':'access_token'}",
        "false; {'alg':'RS256','typ':'ID'};                    {'sub':'a'}",
        "false; {'alg':'RS256','typ':'id+jwt'};                {'sub':'a'}",
        "false; {'alg':'RS256','typ':'logout+jwt'};            {'sub':'a'}",
        "false; {'alg':'RS256','typ':'secevent+jwt'};          {'sub':'a'}",
        "false; {'alg':'ES256','typ':'dpop+jwt'};              {'sub':'a'}",
        "false; {'alg':'RS256','typ':7};                       {'sub':'a'}",
        "false; {'alg':'RS256','typ':'JWT'};                   {'typ':'ID'}",
        "false; {'alg':'HS512','typ':'JWT'};                   {'typ':'Refresh'}",
        "false; {'alg':'RS256','typ':'JWT'};                   {'typ':'Refresh'}",
        "false; {'alg':'RS256','typ':'JWT'};                   {'typ':'Offline'}",
        "false; {'alg':'RS256','typ':'JWT'};                   {'typ':'Logout'}",
        "false; {'alg':'RS256','typ':'at+jwt'};                {'typ':'ID'}",
        "false; {'alg':'RS256'};                               {'token_use':'id'}",
        "false; {'alg':'RS256'};                               {'token_type':'refresh'}",
        "false; {'alg':'RS256'};                               {'nonce':'n'}",
        "false; {'alg':'RS256'};                               {'at_hash':'h','typ':'Bearer'}",
        "false; {'alg':'RS256'};                               {'c_hash':'h'}",
        "false; {'alg':'RS256'};                               {'events':{}}",
        "false; {'alg':'HS256'};                               {'sub':'a'}",
        "false; {'alg':'none'};                                {'sub':'a'}",
        "false; {};                                            {'sub':'a'}",
        "false; [];                                            {'sub':'a'}",
        "false; {'alg':'RS256'};                               no JSON",
      })
  void useIsWhatTheTokenDeclares(boolean access, String header, String claims) {
    assertEquals(access, TokenUse.isAccess(part(header) + "." + part(claims) + ".c2ln"));
  }

  private static String part(String json) {
    var bytes = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
