-- Messages from other systems, once each however often they were delivered, and what came of them.
CREATE TABLE inbox (
    id             uuid        NOT NULL,
    source         text        NOT NULL COLLATE "C",
    message_id     text        NOT NULL COLLATE "C",
    variant        bytea       NOT NULL DEFAULT '',
    type           text        NOT NULL,
    subject        uuid        NOT NULL,
    data           jsonb       NOT NULL,
    digest         bytea       NOT NULL,
    state          text        NOT NULL,
    reason         text,
    received_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT inbox_pkey PRIMARY KEY (id),
    -- P9: a message takes effect at most once. This constraint decides, no code does.
    CONSTRAINT inbox_source_message UNIQUE (source, message_id, variant),
    CONSTRAINT inbox_state_known CHECK (state IN ('APPLIED', 'WAITING', 'PARKED')),
    CONSTRAINT inbox_parked_explained CHECK ((state = 'PARKED') = (reason IS NOT NULL)),
    CONSTRAINT inbox_variant_parked CHECK (variant = '' OR state = 'PARKED'),
    CONSTRAINT inbox_digest_sha256 CHECK (octet_length(digest) = 32)
);
COMMENT ON TABLE inbox IS
    'Messages in: deduplicated by source and id, for as long as the retention job keeps the row (7 days by default).';
COMMENT ON COLUMN inbox.id IS 'UUIDv7, ours: the order of receipt.';
COMMENT ON COLUMN inbox.message_id IS 'The CloudEvents id; unique for each source, says the sender.';
COMMENT ON COLUMN inbox.variant IS
    'Empty for the message that counts. One that carries the same source and id but other content is kept beside it, '
    'under its digest, and never takes effect.';
COMMENT ON COLUMN inbox.subject IS
    'The application, as the sender says. No foreign key: a message about an unknown one is kept all the same.';
COMMENT ON COLUMN inbox.data IS 'What its type says that is of use here; not the whole message.';
COMMENT ON COLUMN inbox.digest IS
    'SHA-256 over the canonical form of type and whole data, to tell a repetition from a contradiction.';
COMMENT ON COLUMN inbox.state IS 'APPLIED: took effect, or had before. WAITING: came too early. PARKED: for a person.';

-- What is open is looked for at each move of the application, listed for staff, and never removed by age.
CREATE INDEX inbox_open ON inbox (subject) WHERE state <> 'APPLIED';
CREATE INDEX inbox_applied ON inbox (received_at) WHERE state = 'APPLIED';
