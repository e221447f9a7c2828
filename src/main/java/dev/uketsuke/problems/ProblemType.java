package dev.uketsuke.problems;

import static dev.uketsuke.problems.Resend.*;

import java.util.Locale;

/**
 * The catalogue: every refusal this service can give, in one place.
 *
 * <p>A client may rely on the slug, the status and the resend rule; the wording may be improved. No
 * error leaves the service with a type that is not listed here.
 */
public enum ProblemType {
  IDEMPOTENCY_KEY_MISSING(
      400,
      CORRECTED,
      "Idempotency-Key is missing",
      "A submission has to carry the request header Idempotency-Key.",
      "Generate one key per operation, keep it until the outcome is known, and send it in Idempotency-Key."),
  IDEMPOTENCY_KEY_INVALID(
      400,
      CORRECTED,
      "Idempotency-Key is not usable",
      "The header has to hold exactly one key of 1 to 255 printable ASCII characters, quoted or bare.",
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
      "An application was accepted under this key, and the time for which it is replayed has ended. That time was fixed at acceptance: keyExpiresAt in the receipt, Idempotency-Expires in the header. No second application was created.",
      "Plan all retries to end before keyExpiresAt. Look the application up. Use a new key only for a new operation."),
  SUBMISSION_IN_PROGRESS(
      409,
      SAME_KEY,
      "The first submission with this key is still open",
      "Another submission with the same key has not been decided yet; its outcome is not known at this moment.",
      "Wait for the time in Retry-After, then send the same request with the same key, or ask GET /v1/submissions."),
  OUTCOME_UNKNOWN(
      503,
      SAME_KEY,
      "The outcome is not known yet",
      "The connection to the database was lost, or timed out, after work had begun. The operation may or may not have taken effect.",
      "Send the same request with the same key (it is never executed twice), or ask GET /v1/submissions."),
  TEMPORARILY_UNAVAILABLE(
      503,
      SAME_KEY,
      "Not available at the moment",
      "The request was not begun, and nothing was recorded: a part of the service cannot be reached, or it is stopping.",
      "Wait for the time in Retry-After, then send the same request with the same key."),
  SUBMISSION_TOKEN_INVALID(
      400,
      CORRECTED,
      "The submission token is not valid",
      "A key that begins with st_ has to be a live submission token of this account, or one it has spent.",
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
      "The table of moves does not allow this one from the present status. Nothing was changed.",
      "Compare currentStatus and allowed, and choose a move that is allowed."),
  PAYMENT_CONFLICT(
      409,
      NO,
      "The payment is recorded otherwise",
      "What is recorded of this payment contradicts the request. The record stays as it is.",
      "Do not send again; look the payment up, or clarify with the operators which of the two is right."),
  EVENT_CONFLICT(
      409,
      NO,
      "The event is recorded otherwise",
      "What is recorded of this event contradicts the request. The record stays as it is.",
      "Do not send again; look the event up."),
  INVALID_REQUEST(
      400,
      CORRECTED,
      "The request is not valid",
      "One or more members or parameters break a rule; violations names each of them.",
      "Correct what violations names, and send again."),
  MALFORMED_JSON(
      400,
      CORRECTED,
      "The body is not the JSON expected here",
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
      "The answer cannot be given in any media type that the request header Accept allows.",
      "Accept application/json, or leave the header out."),
  PAYLOAD_TOO_LARGE(
      413,
      CORRECTED,
      "The body is too large",
      "A request body may have at most 65536 bytes.",
      "Send a smaller body."),
  UNSUPPORTED_MEDIA_TYPE(
      415,
      CORRECTED,
      "The media type is not supported",
      "The body was not declared as a media type that is understood here.",
      "Send JSON with Content-Type: application/json."),
  AUTHENTICATION_REQUIRED(
      401,
      CORRECTED,
      "A valid credential is required",
      "The request carries no credential, or one that is expired, not meant for this service, or not genuine.",
      "Obtain a fresh access token and send it as Authorization: Bearer. The idempotency key stays the same."),
  FORBIDDEN(
      403,
      NO,
      "Not permitted",
      "The credential is genuine, but does not permit this request. Nothing was recorded.",
      "Use an account that has the role needed, with a token that names the account."),
  CROSS_SITE_REQUEST(
      403,
      NO,
      "Cross-site request refused",
      "The request rides on a browser session, but was not shown to come from this site's own pages. Nothing was recorded.",
      "Use this site's own page; programs send an access token as Authorization: Bearer and no session cookie."),
  TOO_MANY_REQUESTS(
      429,
      SAME_KEY,
      "Too many requests",
      "Requests arrive faster than they may. This one was not begun, and nothing was recorded.",
      "Wait for the time in Retry-After, then send the same request with the same key."),
  INVALID_SIGNATURE(
      401,
      CORRECTED,
      "The signature is not valid",
      "The callback is not signed with a known secret, or its timestamp is too old or too new.",
      "Check the secret and the clock of the sender, sign anew, and send again."),
  INTERNAL_ERROR(
      500,
      SAME_KEY,
      "A fault on our side",
      "Something unexpected happened. It has been logged under the errorId given here.",
      "Send the same request with the same key (it is never executed twice). If it persists, tell the operators the errorId.");

  private final Meaning meaning;

  ProblemType(int status, Resend resend, String title, String explanation, String advice) {
    this.meaning = new Meaning(status, resend, title, explanation, advice);
  }

  /** The name in addresses, for example {@code idempotency-key-conflict}; never changes. */
  public String slug() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The HTTP status it is always sent with. */
  public int status() {
    return meaning.status();
  }

  public Resend resend() {
    return meaning.resend();
  }

  public String title() {
    return meaning.title();
  }

  /** What it means, in plain words; the default {@code detail}. */
  public String explanation() {
    return meaning.explanation();
  }

  /** What the client can do. */
  public String advice() {
    return meaning.advice();
  }
}
