-- Keys that the service itself gives out, each good for one application.
CREATE TABLE submission_token (
    token_hash bytea       NOT NULL,
    account_id text        NOT NULL COLLATE "C",
    expires_at timestamptz NOT NULL,
    CONSTRAINT submission_token_pkey PRIMARY KEY (token_hash),
    CONSTRAINT submission_token_hash_sha256 CHECK (octet_length(token_hash) = 32)
);
COMMENT ON TABLE submission_token IS
    'Tokens issued and not yet spent. A row is deleted by the very statement that records the application; the token then '
    'lives on as the idempotency key of that application.';
COMMENT ON COLUMN submission_token.token_hash IS
    'SHA-256 of the token, so that whoever reads this table cannot submit with it.';
COMMENT ON COLUMN submission_token.account_id IS 'Whose it is: nobody else can spend it.';
COMMENT ON COLUMN submission_token.expires_at IS
    'Fixed when issued by the database clock, whole milliseconds. From then on the token is refused.';

-- The ceiling counts an account's live tokens.
CREATE INDEX submission_token_account_expiry ON submission_token (account_id, expires_at);
-- The clean-up takes the oldest first.
CREATE INDEX submission_token_expiry ON submission_token (expires_at);
