package dev.uketsuke.support;

import java.util.Set;

/** Somebody who calls the service: a subject of an issuer, with roles. */
public record Caller(String issuer, String subject, Set<String> roles) {

  /** A newly issued token for the same account: every call gives another one. */
  public String token() {
    return Tokens.issue(this);
  }

  /** The same subject name at another issuer, which makes it another account. */
  public Caller at(String otherIssuer) {
    return new Caller(otherIssuer, subject, roles);
  }
}
