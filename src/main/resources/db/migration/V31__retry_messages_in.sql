-- A message that was kept because its application could not be had at the time is tried again by itself.
ALTER TABLE inbox
    ADD COLUMN retry_at    timestamptz,
    ADD COLUMN attempts    integer NOT NULL DEFAULT 0,
    ADD COLUMN traceparent text,
    ADD CONSTRAINT inbox_attempts_counted CHECK (attempts >= 0) NOT VALID;
ALTER TABLE inbox VALIDATE CONSTRAINT inbox_attempts_counted;
COMMENT ON COLUMN inbox.retry_at IS
    'When a message is tried again that was received but not yet compared with its application; null if that was done.';
COMMENT ON COLUMN inbox.attempts IS 'How often the message was tried again.';
COMMENT ON COLUMN inbox.traceparent IS 'W3C trace context that the message carried; its moves pass it on.';
