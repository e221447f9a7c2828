package dev.uketsuke.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * What became of one attempt to deliver a message.
 *
 * @param result what the attempt showed
 * @param reason for people, without contents; null if the message was sent and all is well
 * @param retryAfter how long the destination wants to be left alone; zero if it does not say
 * @param effect what follows from the delivery on our side
 */
public record Delivery(Result result, String reason, Duration retryAfter, Effect effect) {

  private static final Effect NONE = connection -> Optional.empty();

  /** What one attempt showed. */
  public enum Result {
    /** The destination has the message. */
    SENT,
    /** Nobody wants the message any more: it is closed without being sent. */
    DROPPED,
    /**
     * The answer was about this message and leaves open what became of it: it is tried again, with
     * the same id and the same bytes, until its attempts are used up.
     */
    FAILED,
    /** The answer was about this message, and the destination will never take it: for a person. */
    REFUSED,
    /**
     * The destination is there for no message at present: away, without a usable answer, not
     * accepting our credentials, or over its limits. Uses up no attempt.
     */
    UNAVAILABLE,
    /**
     * The destination is there, but this message has to wait for a reason of its own. Uses up no
     * attempt, and holds up no other application.
     */
    POSTPONED;

    /** Whether the messages behind this one go on. */
    boolean closes() {
      return switch (this) {
        case SENT, DROPPED, REFUSED -> true;
        case FAILED, UNAVAILABLE, POSTPONED -> false;
      };
    }
  }

  /** Written in the transaction that marks the message as sent or dropped: both or none. */
  @FunctionalInterface
  public interface Effect {
    /**
     * Writes what follows from the delivery.
     *
     * @return what a person has to know of it, which is kept with the message and listed by
     *     reconciliation; empty if all is well
     */
    Optional<String> apply(Connection connection) throws SQLException;
  }

  /** Returns: delivered, and nothing else to do. */
  public static Delivery sent() {
    return sent(NONE);
  }

  /** Returns: delivered; the effect is committed if and only if this marks the message as sent. */
  public static Delivery sent(Effect effect) {
    return new Delivery(Result.SENT, null, Duration.ZERO, effect);
  }

  /** Returns: not to be sent; the effect is committed if and only if this closes the message. */
  public static Delivery dropped(String reason, Effect effect) {
    return new Delivery(Result.DROPPED, reason, Duration.ZERO, effect);
  }

  /** Returns: to be tried again. */
  public static Delivery failed(String reason) {
    return failed(reason, Duration.ZERO);
  }

  /** Returns: to be tried again, but not before the time that the destination asked for. */
  public static Delivery failed(String reason, Duration retryAfter) {
    return new Delivery(Result.FAILED, reason, retryAfter, NONE);
  }

  /** Returns: not to be tried again. */
  public static Delivery refused(String reason) {
    return new Delivery(Result.REFUSED, reason, Duration.ZERO, NONE);
  }

  /** Returns: the attempt says nothing about the message. */
  public static Delivery unavailable(String reason) {
    return unavailable(reason, Duration.ZERO);
  }

  /** Returns the same for a destination that asked to be left alone for so long. */
  public static Delivery unavailable(String reason, Duration retryAfter) {
    return new Delivery(Result.UNAVAILABLE, reason, retryAfter, NONE);
  }

  /** Returns: to be tried again after this pause; says nothing about the destination. */
  public static Delivery postponed(String reason, Duration pause) {
    return new Delivery(Result.POSTPONED, reason, pause, NONE);
  }

  /** Returns the same delivery with an effect, committed if and only if the result counts. */
  public Delivery with(Effect other) {
    return new Delivery(result, reason, retryAfter, other);
  }

  /** Returns the same delivery with what a person has to know of it. */
  Delivery remarked(String remark) {
    return new Delivery(result, remark, retryAfter, effect);
  }

  /** Whether nothing but the mark has to be written. */
  boolean isSentWithoutEffect() {
    return result == Result.SENT && effect == NONE;
  }
}
