package dev.uketsuke.client;

import java.io.IOException;

/** Gives access tokens, of the one account that the client acts for. */
@FunctionalInterface
public interface TokenSource {

  /**
   * Returns an access token.
   *
   * @param renew true if the service has refused the last one, so that a fresh one is needed
   * @throws IOException if no token can be had now; the client takes it for an attempt without an
   *     answer, and tries again
   */
  String token(boolean renew) throws IOException, InterruptedException;
}
