package dev.uketsuke.problems;

import java.util.UUID;
import org.jboss.logging.Logger;

/**
 * Turns what nobody expected into a problem that shows nothing of it.
 *
 * <p>The log has the whole fault once, under the same errorId that the client can quote.
 */
public final class UnexpectedFault {
  private static final Logger LOG = Logger.getLogger(UnexpectedFault.class);

  private UnexpectedFault() {}

  /** Logs the fault and returns what the client may see of it: nothing but a number to quote. */
  public static Problem report(Throwable fault) {
    String errorId = UUID.randomUUID().toString();
    LOG.errorf(fault, "Unexpected fault, errorId %s", errorId);
    return Problem.of(ProblemType.INTERNAL_ERROR)
        .with("instance", "urn:uuid:" + errorId)
        .with("errorId", errorId);
  }
}
