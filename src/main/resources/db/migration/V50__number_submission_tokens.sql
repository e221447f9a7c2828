-- The ceiling on an account's live tokens becomes a constraint, so that it holds on any number of instances and nobody has
-- to wait for an advisory lock.
ALTER TABLE submission_token
    ADD COLUMN slot      integer,
    ADD COLUMN issued_at timestamptz NOT NULL DEFAULT now();
COMMENT ON COLUMN submission_token.slot IS
    'Which of the places of its account the token takes, from 1 to the ceiling; a token that has expired gives its place to '
    'a new one. Null for tokens that the version before gave out.';
COMMENT ON COLUMN submission_token.issued_at IS 'Database clock. A new token takes the place of one that had expired by then.';
