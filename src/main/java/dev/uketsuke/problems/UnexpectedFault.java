package dev.uketsuke.problems;

import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Turns an unexpected exception into a problem that reveals no internals.
 *
 * <p>The exception is logged once, with its stack trace, under the {@code errorId} that the client
 * receives and can quote.
 */
public final class UnexpectedFault {
  private static final Logger LOG = Logger.getLogger(UnexpectedFault.class);

  private UnexpectedFault() {}

  /** Logs the exception and returns a problem that contains only an id to quote. */
  public static Problem report(Throwable fault) {
    String errorId = UUID.randomUUID().toString();
    LOG.errorf(fault, "Unexpected fault, errorId %s", errorId);
    return Problem.of(ProblemType.INTERNAL_ERROR)
        .with("instance", "urn:uuid:" + errorId)
        .with("errorId", errorId);
  }
}
