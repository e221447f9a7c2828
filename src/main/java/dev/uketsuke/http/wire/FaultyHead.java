package dev.uketsuke.http.wire;

import io.netty.handler.codec.DecoderException;

/**
 * Says why a request head is refused before any endpoint is chosen.
 *
 * <p>It travels as the decoder's result, so that the refusal waits for the answers to the requests
 * that came before it on the same connection.
 */
final class FaultyHead extends DecoderException {
  private static final long serialVersionUID = 1L;

  private final int status;

  /**
   * Makes a refusal.
   *
   * @param status the HTTP status, 400 or 505
   * @param fault what is wrong, as a sentence for people; it never repeats what the client sent
   */
  FaultyHead(int status, String fault) {
    super(fault);
    this.status = status;
  }

  int status() {
    return status;
  }

  /** Costs nothing: it tells of the client, not of a place in this program. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
