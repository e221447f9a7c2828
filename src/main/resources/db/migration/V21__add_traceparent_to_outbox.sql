ALTER TABLE outbox ADD COLUMN traceparent text;
COMMENT ON COLUMN outbox.traceparent IS
    'Trace context of the request that caused the message, as W3C Trace Context writes it in its header; null if the '
    'request carried none. Sent along on every attempt.';
