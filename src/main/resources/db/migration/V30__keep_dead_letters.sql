-- Records from the broker that are no event of ours, whole, so that a person finds them and a job can try them again.
CREATE TABLE dead_letter (
    id             uuid        NOT NULL,
    topic          text        NOT NULL,
    partition      integer     NOT NULL,
    record_offset  bigint      NOT NULL,
    digest         bytea       NOT NULL,
    record_key     bytea,
    record_value   bytea,
    headers        text        NOT NULL,
    reason         text        NOT NULL,
    state          text        NOT NULL DEFAULT 'OPEN',
    note           text,
    received_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
    settled_at     timestamptz,
    CONSTRAINT dead_letter_pkey PRIMARY KEY (id),
    -- The broker may deliver a record again; a topic that was made anew counts its offsets from zero, hence the digest.
    CONSTRAINT dead_letter_place UNIQUE (topic, partition, record_offset, digest),
    CONSTRAINT dead_letter_state_known CHECK (state IN ('OPEN', 'APPLIED', 'SETTLED')),
    CONSTRAINT dead_letter_settled_timed CHECK ((state = 'OPEN') = (settled_at IS NULL)),
    CONSTRAINT dead_letter_settled_noted CHECK ((state = 'SETTLED') = (note IS NOT NULL))
);
COMMENT ON TABLE dead_letter IS
    'Records that could not be read as an event. The topic of dead letters gets a copy if it exists.';
COMMENT ON COLUMN dead_letter.digest IS 'SHA-256 over key, value and headers.';
COMMENT ON COLUMN dead_letter.headers IS
    'JSON array of [name, value in base64 or null], in the order of the record; text, because a name may hold U+0000.';
COMMENT ON COLUMN dead_letter.state IS
    'OPEN: for a person or the job redrive. APPLIED: read and received later. SETTLED: by a person, with a note.';

CREATE INDEX dead_letter_open ON dead_letter (id) WHERE state = 'OPEN';
CREATE INDEX dead_letter_done ON dead_letter (settled_at) WHERE state <> 'OPEN';
