package dev.uketsuke.accounts;

import io.quarkus.security.ForbiddenException;

/** Stops the authentication of a request that another site made a browser send. */
final class CrossSiteException extends ForbiddenException {
  private static final long serialVersionUID = 1L;
}
