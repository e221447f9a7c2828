package dev.uketsuke.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * What became of one attempt to deliver a message.
 *
 * @param result the verdict
 * @param reason for people, without contents; null if sent and all is well
 * @param retryAfter how long the far side wants to be left alone; zero if it does not say
 * @param effect what follows from the delivery on our side
 */
public record Delivery(Result result, String reason, Duration retryAfter, Effect effect) {

  private static final Effect NONE = connection -> Optional.empty();

  /** The verdict on one attempt. */
  public enum Result {
    /** The far side has it. */
    SENT,
    /** Nobody wants it any more: closed without being sent. */
    DROPPED,
    /** It did not work, or nobody knows: again, with the same id and the same bytes. */
    FAILED,
    /** The far side will never take it: a person has to look. */
    REFUSED,
    /** The far side was not there for anybody; says nothing of this message, so does not count. */
    UNAVAILABLE
  }

  /** Written in the transaction that marks the message as sent or dropped: both or none. */
  @FunctionalInterface
  public interface Effect {
    /**
     * Writes.
     *
     * @return what a person has to know of it, kept with the message and listed by reconciliation;
     *     empty if all is well
     */
    Optional<String> apply(Connection connection) throws SQLException;
  }

  /** Delivered, and nothing else to do. */
  public static Delivery sent() {
    return sent(NONE);
  }

  /** Delivered; the effect is committed if and only if the message is marked as sent by it. */
  public static Delivery sent(Effect effect) {
    return new Delivery(Result.SENT, null, Duration.ZERO, effect);
  }

  /** Not sent, and never to be; the effect is committed if and only if it is closed by this. */
  public static Delivery dropped(String reason, Effect effect) {
    return new Delivery(Result.DROPPED, reason, Duration.ZERO, effect);
  }

  /** The same, with what a person has to know of it. */
  Delivery remarked(String remark) {
    return new Delivery(result, remark, retryAfter, effect);
  }

  /** To be tried again. */
  public static Delivery failed(String reason) {
    return failed(reason, Duration.ZERO);
  }

  /** To be tried again, but not before the time the far side asked for. */
  public static Delivery failed(String reason, Duration retryAfter) {
    return new Delivery(Result.FAILED, reason, retryAfter, NONE);
  }

  /** Not to be tried again. */
  public static Delivery refused(String reason) {
    return new Delivery(Result.REFUSED, reason, Duration.ZERO, NONE);
  }

  /** Nothing was tried that says something about the message. */
  public static Delivery unavailable(String reason) {
    return unavailable(reason, Duration.ZERO);
  }

  /** The same, and the far side has asked to be left alone for so long. */
  public static Delivery unavailable(String reason, Duration retryAfter) {
    return new Delivery(Result.UNAVAILABLE, reason, retryAfter, NONE);
  }
}
