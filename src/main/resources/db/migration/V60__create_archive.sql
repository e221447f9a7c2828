-- Applications that were final long ago move here, with their history, if UKETSUKE_ARCHIVE_AFTER is set. Their row in
-- shipping_application stays and keeps the key, because one constraint alone decides whether a key is free (P1, P10).
ALTER TABLE shipping_application ADD COLUMN archived_at timestamptz;
COMMENT ON COLUMN shipping_application.archived_at IS
    'When content and history moved to the archive, by the database clock; null while they are here. What stays here is the '
    'key and all that a resend or an inquiry is answered from. Lists leave the row out.';
ALTER TABLE shipping_application ADD CONSTRAINT shipping_application_archived_whole CHECK (archived_at IS NULL OR (
    status IN ('DELIVERED', 'CANCELLED', 'REFUNDED') AND erased_at IS NOT NULL
    AND total_weight_grams IS NULL AND declared_amount IS NULL AND fee_amount IS NULL AND waybill_number IS NULL)) NOT VALID;
-- V65 validates it, without the lock that this script holds until its end.

CREATE TABLE archived_application (
    id                    uuid        NOT NULL,
    account_id            text        NOT NULL COLLATE "C",
    bucket                integer     NOT NULL,
    idempotency_key       text        NOT NULL COLLATE "C",
    fingerprint           bytea       NOT NULL,
    fingerprint_version   smallint    NOT NULL,
    status                text        NOT NULL,
    last_step             integer     NOT NULL,
    accepted_at           timestamptz NOT NULL,
    key_expires_at        timestamptz NOT NULL,
    updated_at            timestamptz NOT NULL,
    origin                text        NOT NULL,
    destination           text        NOT NULL,
    parcels               integer     NOT NULL,
    total_weight_grams    integer,
    declared_amount       numeric,
    declared_currency     text,
    recipient_name        text,
    recipient_phone       text,
    recipient_postal_code text,
    recipient_address     text[],
    client_reference      text,
    fee_amount            numeric,
    fee_currency          text,
    waybill_number        text,
    erased_at             timestamptz,
    archived_at           timestamptz NOT NULL,
    CONSTRAINT archived_application_pkey PRIMARY KEY (id, account_id, bucket),
    CONSTRAINT archived_application_final CHECK (status IN ('DELIVERED', 'CANCELLED', 'REFUNDED')),
    CONSTRAINT archived_application_bucket_of_account CHECK
        (bucket = ('x' || left(encode(sha256(convert_to(account_id, 'UTF8')), 'hex'), 3))::bit(12)::integer),
    CONSTRAINT archived_application_erased_whole CHECK (erased_at IS NULL OR (
        recipient_name IS NULL AND recipient_phone IS NULL AND recipient_postal_code IS NULL
        AND recipient_address IS NULL AND client_reference IS NULL))
);
COMMENT ON TABLE archived_application IS
    'Final applications as they were when they left shipping_application; columns mean the same as there. No foreign key leads '
    'to that table, so that either can be divided, moved or copied without the other.';
COMMENT ON COLUMN archived_application.idempotency_key IS
    'A copy, so that the archive can be read by itself. The row in shipping_application decides about the key.';
COMMENT ON COLUMN archived_application.erased_at IS
    'When the recipient and the client reference were erased, here or before; null if they are still there.';

-- The lists of archived applications, as those of the others; but for the countries, which are a filter within the rest.
CREATE INDEX archived_application_account_accepted
    ON archived_application (account_id, status, accepted_at DESC, id DESC);
CREATE INDEX archived_application_status_accepted ON archived_application (status, accepted_at DESC, id DESC);
CREATE INDEX archived_application_account_reference
    ON archived_application (account_id, client_reference text_pattern_ops, status) WHERE client_reference IS NOT NULL;
CREATE INDEX archived_application_reference
    ON archived_application (client_reference text_pattern_ops, status) WHERE client_reference IS NOT NULL;
CREATE INDEX archived_application_waybill ON archived_application (waybill_number) WHERE waybill_number IS NOT NULL;
-- The candidates for erasure, oldest first.
CREATE INDEX archived_application_erasable ON archived_application (updated_at) WHERE erased_at IS NULL;

CREATE TABLE archived_history (
    account_id     text        NOT NULL COLLATE "C",
    bucket         integer     NOT NULL,
    application_id uuid        NOT NULL,
    step           integer     NOT NULL,
    status         text        NOT NULL,
    at             timestamptz NOT NULL,
    by             text        NOT NULL,
    kind           text        NOT NULL,
    reason         text,
    CONSTRAINT archived_history_pkey PRIMARY KEY (application_id, step, account_id, bucket)
);
COMMENT ON TABLE archived_history IS
    'The history of archived applications; columns mean the same as in application_history.';
