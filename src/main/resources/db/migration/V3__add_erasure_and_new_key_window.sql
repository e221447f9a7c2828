-- Personal content does not outlive its purpose. What recognises a late resend stays: id, key, fingerprint, status, history.
ALTER TABLE shipping_application ADD COLUMN erased_at timestamptz;
ALTER TABLE shipping_application ADD CONSTRAINT shipping_application_erased_whole CHECK (erased_at IS NULL OR (
    recipient_name IS NULL AND recipient_phone IS NULL AND recipient_postal_code IS NULL AND recipient_address IS NULL
    AND client_reference IS NULL));
COMMENT ON COLUMN shipping_application.erased_at IS
    'When the recipient and the client reference were erased; null if they are still there, or never were asked about.';

-- The candidates for erasure, oldest first. Erased rows leave the index, so it stays as small as the work to be done.
CREATE INDEX shipping_application_erasable ON shipping_application (updated_at)
    WHERE erased_at IS NULL AND status IN ('DELIVERED', 'CANCELLED', 'REFUNDED');

CREATE TABLE new_key_window (
    account_id text        NOT NULL COLLATE "C",
    started_at timestamptz NOT NULL,
    used       integer     NOT NULL,
    CONSTRAINT new_key_window_pkey PRIMARY KEY (account_id),
    CONSTRAINT new_key_window_used_positive CHECK (used > 0)
);
COMMENT ON TABLE new_key_window IS
    'How many new keys an account has used in its current minute; written only while a ceiling is configured, in the '
    'transaction of the application, so a refused or failed submission does not count.';
COMMENT ON COLUMN new_key_window.started_at IS 'The first new key of the minute, by the database clock.';
CREATE INDEX new_key_window_started ON new_key_window (started_at);
