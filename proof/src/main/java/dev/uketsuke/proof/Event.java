package dev.uketsuke.proof;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * One line of a history: an operation of a client from its invocation to its answer, or a row that
 * was read from a table in the end. A member that does not apply is null or 0.
 *
 * @param number the place of the line in the history, from 1
 * @param kind what was done or read
 * @param account the account that called, or that owns the row
 * @param key the idempotency key
 * @param content the label of the content that was submitted or is stored; the status that was
 *     asked for, delivered or is in the row of history; the type of the message out; what the
 *     carrier was sent; the number of a waybill
 * @param from microseconds from the start of the run to the invocation
 * @param to microseconds from the start of the run to the answer
 * @param outcome the answer in one word; {@link Outcome#NONE} if there was none
 * @param id the id of the application that the answer or the row names
 * @param body the body of the answer as it came; of a row of an application when its key expires;
 *     of an order the number that the carrier booked
 * @param step the number of the step of a row of history or message out
 * @param status the status in a row of an application
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record Event(
    int number,
    Kind kind,
    String account,
    String key,
    String content,
    long from,
    long to,
    Outcome outcome,
    String id,
    String body,
    int step,
    String status) {

  /** What was done, or read in the end. */
  public enum Kind {
    /** A submission. */
    SUBMIT,
    /** The question what became of a key. */
    INQUIRE,
    /** The runner aged a key past its retention. */
    EXPIRE,
    /** An application was read by its id. */
    READ,
    /** A person asked for a move. */
    MOVE,
    /** An instance ordered a waybill, as the carrier saw it; the body is the waybill's number. */
    ORDER,
    /** A message of the warehouse or of the payment provider was delivered. */
    DELIVER,
    /** Row of {@code shipping_application}. */
    APPLICATION_ROW,
    /** The waybill number in a row of {@code shipping_application}. */
    WAYBILL_ROW,
    /** Row of {@code application_history}. */
    HISTORY_ROW,
    /** Row of {@code outbox}. */
    OUTBOX_ROW
  }

  /** The answer in one word. */
  public enum Outcome {
    /** No answer: the connection was lost or the client stopped waiting. */
    NONE,
    CREATED,
    REPLAYED,
    CONFLICT,
    /** 410 to a submission, or EXPIRED to an inquiry. */
    EXPIRED,
    /** A refusal that must leave no trace: 400, 401, 403, 413, 415 or 429. */
    REFUSED,
    IN_PROGRESS,
    /** 503: the outcome is not known. */
    UNKNOWN,
    /** 503: nothing was begun. */
    NOT_BEGUN,
    RECORDED,
    NOT_RECORDED,
    /** The operation took effect. */
    DONE,
    /** The operation had taken effect before. */
    REPEATED,
    /** The delivery was kept for later. */
    KEPT,
    /** There was nothing to act on, or nothing was found. */
    ABSENT,
    /** An answer that the contract does not have, 500 among them. */
    STRANGE
  }

  /** Returns the key together with its account: two accounts may use the same key. */
  @JsonIgnore
  public String slot() {
    return account + " / " + key;
  }

  /** Checks whether the operation ended before the other began. */
  public boolean precedes(Event other) {
    return to < other.from;
  }

  /** Returns the same operation as if its answer had never come. */
  public Event unanswered() {
    return new Event(
        number,
        kind,
        account,
        key,
        content,
        from,
        Long.MAX_VALUE,
        Outcome.NONE,
        null,
        null,
        step,
        status);
  }
}
