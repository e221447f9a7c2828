-- Callbacks that say something else than the first one of the same transaction and type. The first one counts, and a
-- person has to find out what is true.
CREATE TABLE payment_contradiction (
    id                  uuid        NOT NULL,
    payment_id          uuid        NOT NULL,
    transaction_id      text        NOT NULL COLLATE "C",
    type                text        NOT NULL,
    application_id      uuid        NOT NULL,
    amount              numeric     NOT NULL,
    currency            text        NOT NULL,
    occurred_at         timestamptz NOT NULL,
    fingerprint         bytea       NOT NULL,
    fingerprint_version smallint    NOT NULL,
    received_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    state               text        NOT NULL DEFAULT 'UNMATCHED',
    note                text,
    settled_at          timestamptz,
    CONSTRAINT payment_contradiction_pkey PRIMARY KEY (id),
    -- However often the provider sends the same content again, a person sees it once.
    CONSTRAINT payment_contradiction_content UNIQUE (payment_id, fingerprint),
    CONSTRAINT payment_contradiction_payment FOREIGN KEY (payment_id) REFERENCES payment (id),
    CONSTRAINT payment_contradiction_state_known CHECK (state IN ('UNMATCHED', 'SETTLED')),
    CONSTRAINT payment_contradiction_settled_whole CHECK (
        (state = 'SETTLED') = (note IS NOT NULL) AND (state = 'SETTLED') = (settled_at IS NOT NULL))
);
COMMENT ON TABLE payment_contradiction IS
    'The content of each callback that contradicts a payment that was recorded before; it never takes effect. At most '
    'twenty for each payment are kept; rows are never deleted.';
COMMENT ON COLUMN payment_contradiction.id IS 'UUIDv7, ours: the order of receipt, for lists.';
COMMENT ON COLUMN payment_contradiction.payment_id IS 'The payment that was recorded first and counts.';
COMMENT ON COLUMN payment_contradiction.application_id IS 'As this callback says; not always that of the payment.';
COMMENT ON COLUMN payment_contradiction.fingerprint IS 'As in payment: SHA-256 over the members that the contract knows.';
COMMENT ON COLUMN payment_contradiction.state IS 'UNMATCHED: for a person. SETTLED: a person has dealt with it.';
CREATE INDEX payment_contradiction_state_newest ON payment_contradiction (state, id DESC);
CREATE INDEX payment_contradiction_application ON payment_contradiction (application_id);

-- One row for each transaction of the provider. Its lock holds the events of the transaction together, on whichever node
-- of a distributed database they are written; an advisory lock is known to one node alone.
CREATE TABLE payment_transaction (
    transaction_id text NOT NULL COLLATE "C",
    CONSTRAINT payment_transaction_pkey PRIMARY KEY (transaction_id)
);
COMMENT ON TABLE payment_transaction IS
    'A row to lock while events of one transaction are decided; it holds nothing else and is never deleted.';

-- What staff list, filter and settle.
CREATE VIEW payment_record AS
    SELECT id, transaction_id, type, application_id, amount, currency, occurred_at, received_at, state, reason, note,
        settled_at
    FROM payment
    UNION ALL
    SELECT id, transaction_id, type, application_id, amount, currency, occurred_at, received_at, state,
        'CONTRADICTS_EARLIER', note, settled_at
    FROM payment_contradiction;
COMMENT ON VIEW payment_record IS 'Payments, and the contents that contradict them, as staff see them.';
