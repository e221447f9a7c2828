package dev.uketsuke.http.wire;

import io.netty.handler.codec.DecoderException;

/**
 * The reason why a request head is refused before an endpoint is chosen.
 *
 * <p>The decoder attaches it to the request as its result, so that the refusal is sent after the
 * answers to earlier requests of the same connection.
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

  /** Omits the stack trace, because the fault is in the request and not in the program. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
