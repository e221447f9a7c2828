package dev.uketsuke.outbox;

import dev.uketsuke.database.DatabaseException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * The outcome of one attempt to hand a message to its destination.
 *
 * @param result the kind of outcome
 * @param reason a text for people without contents of the message; null if the message was sent and
 *     there is nothing to report
 * @param retryAfter how long the destination asked us to wait; zero if it did not
 * @param effect what is written together with the result
 */
public record Delivery(Result result, String reason, Duration retryAfter, Effect effect) {

  private static final Duration AFTER_DATABASE_FAILURE = Duration.ofSeconds(5);
  private static final Effect NONE = connection -> Optional.empty();

  /** The kinds of outcomes. */
  public enum Result {
    /** The destination has the message. */
    SENT,
    /** The message is no longer needed and is closed without being sent. */
    DROPPED,
    /**
     * The attempt failed because of this message, or its outcome is unknown. The message is tried
     * again, with the same id and bytes, until its attempts are used up.
     */
    FAILED,
    /** The destination will never take this message; it is parked for a person. */
    REFUSED,
    /**
     * The destination takes no message at present: it cannot be reached, gives no usable answer,
     * refuses our credentials or limits our requests. The attempt is not counted.
     */
    UNAVAILABLE,
    /**
     * The destination is available, but this message has to wait for a reason of its own. The
     * attempt is not counted, and messages about other applications are not delayed.
     */
    POSTPONED;

    /**
     * Checks whether the message is closed, so that the next one of its application can be sent.
     */
    boolean closes() {
      return switch (this) {
        case SENT, DROPPED, REFUSED -> true;
        case FAILED, UNAVAILABLE, POSTPONED -> false;
      };
    }
  }

  /** What is written in the transaction that marks the message as sent or dropped. */
  @FunctionalInterface
  public interface Effect {
    /**
     * Writes the consequences of the delivery.
     *
     * @return a remark for a person, which is kept with the message and listed by reconciliation;
     *     empty if there is none
     */
    Optional<String> apply(Connection connection) throws SQLException;
  }

  /** Returns an outcome for a message that was sent. */
  public static Delivery sent() {
    return sent(NONE);
  }

  /** Returns an outcome for a message that was sent, with an effect that is committed with it. */
  public static Delivery sent(Effect effect) {
    return new Delivery(Result.SENT, null, Duration.ZERO, effect);
  }

  /** Returns an outcome for a message that is no longer needed, with an effect. */
  public static Delivery dropped(String reason, Effect effect) {
    return new Delivery(Result.DROPPED, reason, Duration.ZERO, effect);
  }

  /** Returns an outcome for a message that failed and is tried again. */
  public static Delivery failed(String reason) {
    return failed(reason, Duration.ZERO);
  }

  /** Returns an outcome for a message that failed and is tried again after a pause or later. */
  public static Delivery failed(String reason, Duration retryAfter) {
    return new Delivery(Result.FAILED, reason, retryAfter, NONE);
  }

  /** Returns an outcome for a message that is not tried again. */
  public static Delivery refused(String reason) {
    return new Delivery(Result.REFUSED, reason, Duration.ZERO, NONE);
  }

  /** Returns an outcome for an unavailable destination. */
  public static Delivery unavailable(String reason) {
    return unavailable(reason, Duration.ZERO);
  }

  /** Returns an outcome for an unavailable destination that asked us to wait. */
  public static Delivery unavailable(String reason, Duration retryAfter) {
    return new Delivery(Result.UNAVAILABLE, reason, retryAfter, NONE);
  }

  /** Returns an outcome for a message that has to wait, while others can be sent. */
  public static Delivery postponed(String reason, Duration pause) {
    return new Delivery(Result.POSTPONED, reason, pause, NONE);
  }

  /**
   * Returns an outcome for a message that could not be tried because our database failed. The
   * attempt is not counted, because it says nothing about the message.
   */
  static Delivery withoutDatabase(DatabaseException trouble) {
    return postponed("The database failed: " + trouble.reason(), AFTER_DATABASE_FAILURE);
  }

  /** Returns a copy with an effect, which is committed if and only if the result is recorded. */
  public Delivery with(Effect other) {
    return new Delivery(result, reason, retryAfter, other);
  }

  /** Returns a copy with a remark for a person. */
  Delivery remarked(String remark) {
    return new Delivery(result, remark, retryAfter, effect);
  }

  /** Checks whether the message was sent and nothing else has to be written. */
  boolean isSentWithoutEffect() {
    return result == Result.SENT && effect == NONE;
  }
}
