package dev.uketsuke.accounts;

import io.quarkus.security.ForbiddenException;

/** Ends the authentication of a request that a browser sent on behalf of another site. */
final class CrossSiteException extends ForbiddenException {
  private static final long serialVersionUID = 1L;
}
