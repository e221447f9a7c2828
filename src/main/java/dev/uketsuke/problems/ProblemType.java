package dev.uketsuke.problems;

import static dev.uketsuke.problems.Resend.*;

/**
 * The catalogue of all refusals that this service can give.
 *
 * <p>Clients may rely on the slug, the status and the resend rule; the wording may be improved. No
 * error leaves the service with a type that is not listed here.
 */
public enum ProblemType {
  IDEMPOTENCY_KEY_MISSING(
      400,
      CORRECTED,
      "Idempotency-Key is missing",
      "A submission must carry the request header Idempotency-Key.",
      "Generate one key for each operation, keep it until the outcome is known, and send it in Idempotency-Key."),
  IDEMPOTENCY_KEY_INVALID(
      400,
      CORRECTED,
      "Idempotency-Key is not usable",
      "The header must contain exactly one key of 1 to 255 printable ASCII characters, quoted or bare.",
      "Send one header line with one key, for example Idempotency-Key: \"action-001\"."),
  IDEMPOTENCY_KEY_CONFLICT(
      409,
      NO,
      "The key was used for other content",
      "This account has already submitted different content under this key. Nothing was executed or changed.",
      "If this is a new operation, use a new key. If it is a repetition, send the content first sent."),
  IDEMPOTENCY_KEY_EXPIRED(
      410,
      NO,
      "The key is past its retention",
      "An application was accepted under this key, and the time for which its receipt is replayed has ended. That time was fixed at acceptance: see keyExpiresAt in the receipt or the header Idempotency-Expires. No second application was created.",
      "Plan all retries to end before keyExpiresAt. Look the application up. Use a new key only for a new operation."),
  SUBMISSION_IN_PROGRESS(
      409,
      SAME_KEY,
      "The first submission with this key is still open",
      "Another submission with the same key is still being processed; its outcome is not known yet.",
      "Wait for the time in Retry-After, then send the same request with the same key, or ask GET /v1/submissions."),
  OUTCOME_UNKNOWN(
      503,
      SAME_KEY,
      "The outcome is not known yet",
      "The connection to the database was lost or timed out after the work had begun. The operation may or may not have taken effect.",
      "Send the same request with the same key; it is never executed twice. Or ask GET /v1/submissions."),
  TEMPORARILY_UNAVAILABLE(
      503,
      SAME_KEY,
      "Not available at the moment",
      "The work was not begun and nothing was recorded, because the service is stopping, is too busy, or cannot reach a part that it needs.",
      "Wait for the time in Retry-After, then send the same request with the same key."),
  SUBMISSION_TOKEN_INVALID(
      400,
      CORRECTED,
      "The submission token is not valid",
      "A key that begins with st_ must be a submission token of this account that is still valid, or one that it has used.",
      "Ask for a new token with POST /v1/submission-tokens and submit with it."),
  SUBMISSION_TOKEN_REQUIRED(
      400,
      CORRECTED,
      "A submission token is required",
      "This installation accepts only submission tokens as idempotency keys.",
      "Ask for a token with POST /v1/submission-tokens and send it in Idempotency-Key."),
  ILLEGAL_TRANSITION(
      409,
      NO,
      "The application cannot make this move",
      "The current status of the application does not allow this move. Nothing was changed.",
      "Compare currentStatus and allowed, and choose a move that is allowed."),
  PAYMENT_CONFLICT(
      409,
      NO,
      "The payment is recorded with other content",
      "The record of this payment contradicts the request. The record was not changed.",
      "Do not send again. Look the payment up, or ask the operators which of the two is right."),
  EVENT_CONFLICT(
      409,
      NO,
      "The event is recorded with other content",
      "The record of this event contradicts the request. The record was not changed.",
      "Do not send again. Look the event up."),
  MESSAGE_CONFLICT(
      409,
      NO,
      "The message is not parked",
      "The message is on its way, was sent, or was settled with another note. It was not changed.",
      "Do not send again. Look the message up."),
  RECONCILIATION_CONFLICT(
      409,
      NO,
      "The item was settled otherwise",
      "Somebody has settled this item with another note. That note stays as it is.",
      "Do not send again; read the application's history for the first note."),
  INVALID_REQUEST(
      400,
      CORRECTED,
      "The request is not valid",
      "One or more members or parameters break a rule. The member violations lists them.",
      "Correct what violations lists, then send again."),
  MALFORMED_JSON(
      400,
      CORRECTED,
      "The body is not the expected JSON",
      "The body cannot be read as one JSON document of the expected shape.",
      "Send one RFC 8259 JSON document in UTF-8, without a byte order mark or anything after it."),
  NOT_FOUND(
      404,
      NO,
      "Not found",
      "There is nothing at this address that this account may see.",
      "Check the address and the account."),
  METHOD_NOT_ALLOWED(
      405,
      NO,
      "Method not allowed",
      "This address exists but does not support the method used.",
      "Use one of the methods in the response header Allow."),
  NOT_ACCEPTABLE(
      406,
      CORRECTED,
      "No acceptable representation",
      "This service has no answer in a media type that the request header Accept allows.",
      "Send Accept: application/json, or leave the header out."),
  PAYLOAD_TOO_LARGE(
      413,
      CORRECTED,
      "The body is too large",
      "A request body may have at most 65536 bytes.",
      "Send a smaller body."),
  REQUEST_TIMEOUT(
      408,
      SAME_KEY,
      "The body did not arrive in time",
      "The client did not send the whole body within the time limit. The work was not begun, and nothing was recorded.",
      "Send the same request with the same key again, over a new connection."),
  UNSUPPORTED_MEDIA_TYPE(
      415,
      CORRECTED,
      "The media type is not supported",
      "The body must be declared as JSON in UTF-8, without a content encoding.",
      "Send JSON with Content-Type: application/json, and without Content-Encoding."),
  AUTHENTICATION_REQUIRED(
      401,
      CORRECTED,
      "A valid credential is required",
      "The request carries no credential, or one that has expired, is not genuine, or was issued for another use or another service.",
      "Obtain a fresh access token and send it as Authorization: Bearer. Keep the same idempotency key."),
  FORBIDDEN(
      403,
      NO,
      "Not permitted",
      "The credential is genuine but does not permit this request. Nothing was recorded.",
      "Use an account that has the necessary role, with a token that names the account."),
  CROSS_SITE_REQUEST(
      403,
      NO,
      "Cross-site request refused",
      "The request uses a browser session, but does not come from a page of this site. Nothing was recorded.",
      "Use the page of this site. Programs send an access token as Authorization: Bearer, and no session cookie."),
  TOO_MANY_REQUESTS(
      429,
      SAME_KEY,
      "Too many requests",
      "This account sends more requests than it is allowed to. This one was not begun, and nothing was recorded.",
      "Wait for the time in Retry-After, then send the same request with the same key."),
  INVALID_SIGNATURE(
      401,
      CORRECTED,
      "The signature is not valid",
      "The callback is not signed with a secret that this service knows, or its timestamp is too old or too new.",
      "Check the secret and the clock of the sender, sign the callback again, and send it again."),
  INTERNAL_ERROR(
      500,
      SAME_KEY,
      "A fault on our side",
      "The service failed in a way that was not foreseen. The failure is logged under the errorId of this answer.",
      "Send the same request with the same key; it is never executed twice. If the fault persists, tell the operators the errorId.");

  private final int status;
  private final Resend resend;
  private final String title;
  private final String explanation;
  private final String advice;

  /**
   * Appends "Nothing was recorded." to the explanation of a problem that the client has to correct,
   * because such a request leaves no trace (P4).
   */
  ProblemType(int status, Resend resend, String title, String explanation, String advice) {
    this.status = status;
    this.resend = resend;
    this.title = title;
    this.explanation =
        resend == Resend.CORRECTED ? explanation + " Nothing was recorded." : explanation;
    this.advice = advice;
  }

  /**
   * Returns the name in addresses, for example {@code idempotency-key-conflict}; it never changes.
   */
  public String slug() {
    return Slugs.of(this);
  }

  /** Returns the HTTP status that this problem is always sent with. */
  public int status() {
    return status;
  }

  /** Returns whether and how to send again. */
  public Resend resend() {
    return resend;
  }

  /** Returns a short name for people. */
  public String title() {
    return title;
  }

  /** Returns what the problem means, in plain words; this is the default {@code detail}. */
  public String explanation() {
    return explanation;
  }

  /** Returns what the client can do. */
  public String advice() {
    return advice;
  }
}
