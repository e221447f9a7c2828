-- What the payment provider told us, once for each event, and what came of it.
CREATE TABLE payment (
    id                  uuid        NOT NULL,
    transaction_id      text        NOT NULL COLLATE "C",
    type                text        NOT NULL,
    application_id      uuid        NOT NULL,
    amount              numeric     NOT NULL,
    currency            text        NOT NULL,
    occurred_at         timestamptz NOT NULL,
    fingerprint         bytea       NOT NULL,
    fingerprint_version smallint    NOT NULL,
    received_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    state               text        NOT NULL,
    reason              text,
    note                text,
    settled_at          timestamptz,
    CONSTRAINT payment_pkey PRIMARY KEY (id),
    -- P9: an event takes effect at most once. This constraint decides, no code does.
    CONSTRAINT payment_transaction_type UNIQUE (transaction_id, type),
    CONSTRAINT payment_type_known CHECK (type IN ('PAID', 'FAILED', 'REFUNDED')),
    CONSTRAINT payment_state_known CHECK (state IN ('APPLIED', 'WAITING', 'UNMATCHED', 'SETTLED')),
    CONSTRAINT payment_unmatched_explained CHECK (state <> 'UNMATCHED' OR reason IS NOT NULL),
    CONSTRAINT payment_settled_whole CHECK (
        (state = 'SETTLED') = (note IS NOT NULL) AND (state = 'SETTLED') = (settled_at IS NOT NULL)),
    CONSTRAINT payment_fingerprint_sha256 CHECK (octet_length(fingerprint) = 32)
);
COMMENT ON TABLE payment IS
    'Events of the payment provider, one row an event however often it was delivered; rows are never deleted.';
COMMENT ON COLUMN payment.id IS 'UUIDv7, ours: the order of receipt, for lists.';
COMMENT ON COLUMN payment.application_id IS
    'As the provider says. No foreign key: an event about an application we do not know is kept all the same.';
COMMENT ON COLUMN payment.amount IS 'With the minor-unit digits of its currency.';
COMMENT ON COLUMN payment.occurred_at IS 'As the provider says; whole microseconds, the fingerprint knows it exactly.';
COMMENT ON COLUMN payment.fingerprint IS
    'SHA-256 over the canonical form of all known members, to tell a redelivery from other content under the same '
    'transaction and type.';
COMMENT ON COLUMN payment.fingerprint_version IS 'The rule the fingerprint was made by.';
COMMENT ON COLUMN payment.state IS
    'APPLIED: took effect, or is a fact without one (FAILED). WAITING: too early. UNMATCHED: for a person. '
    'SETTLED: a person has dealt with it.';
COMMENT ON COLUMN payment.reason IS 'Why it is, or was, UNMATCHED.';
COMMENT ON COLUMN payment.note IS 'What the person who settled it had to say.';
