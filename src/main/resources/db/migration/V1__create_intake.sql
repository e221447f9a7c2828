-- The intake: one row holds an application and the key it was submitted under, so that "is this key taken?" and
-- "which application is it?" can never disagree.
CREATE TABLE shipping_application (
    id                    uuid        NOT NULL,
    account_id            text        NOT NULL COLLATE "C",
    idempotency_key       text        NOT NULL COLLATE "C",
    fingerprint           bytea       NOT NULL,
    fingerprint_version   smallint    NOT NULL,
    status                text        NOT NULL,
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
    CONSTRAINT shipping_application_pkey PRIMARY KEY (id),
    -- P1: at most one application per account and key. This constraint decides, no code does.
    CONSTRAINT shipping_application_account_key UNIQUE (account_id, idempotency_key),
    CONSTRAINT shipping_application_status_known CHECK (status IN
        ('ACCEPTED', 'WAREHOUSE_CHECKED', 'FEE_CONFIRMED', 'PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'REFUNDED')),
    CONSTRAINT shipping_application_fingerprint_sha256 CHECK (octet_length(fingerprint) = 32),
    CONSTRAINT shipping_application_declared_whole CHECK ((declared_amount IS NULL) = (declared_currency IS NULL)),
    CONSTRAINT shipping_application_fee_whole CHECK ((fee_amount IS NULL) = (fee_currency IS NULL))
);
COMMENT ON TABLE shipping_application IS
    'One accepted shipping application and the idempotency key that it consumed, for good: rows are never deleted.';
COMMENT ON COLUMN shipping_application.account_id IS 'Issuer and subject of the verified credential, joined by |.';
COMMENT ON COLUMN shipping_application.idempotency_key IS 'As the client named the operation, unquoted; case matters.';
COMMENT ON COLUMN shipping_application.fingerprint IS
    'SHA-256 over the canonical form of the content, to tell a resend from other content under the same key.';
COMMENT ON COLUMN shipping_application.fingerprint_version IS 'The rule the fingerprint was made by.';
COMMENT ON COLUMN shipping_application.accepted_at IS
    'Database clock, whole milliseconds: it is printed in the receipt and must come back unchanged.';
COMMENT ON COLUMN shipping_application.key_expires_at IS
    'Fixed at acceptance by the database clock. From then on the key is refused as expired, never reused.';
COMMENT ON COLUMN shipping_application.recipient_address IS 'Address lines, one to five, in order.';

-- Keyset pagination, newest first: ids are UUIDv7, so their order is the order of acceptance.
CREATE INDEX shipping_application_account_newest ON shipping_application (account_id, id DESC);
CREATE INDEX shipping_application_status_newest ON shipping_application (status, id DESC);

CREATE TABLE application_history (
    id             bigint      GENERATED ALWAYS AS IDENTITY,
    application_id uuid        NOT NULL,
    status         text        NOT NULL,
    at             timestamptz NOT NULL,
    by             text        NOT NULL,
    kind           text        NOT NULL DEFAULT 'MOVE',
    reason         text,
    CONSTRAINT application_history_pkey PRIMARY KEY (application_id, id),
    CONSTRAINT application_history_application FOREIGN KEY (application_id) REFERENCES shipping_application (id),
    CONSTRAINT application_history_by_known CHECK (by IN ('applicant', 'staff', 'warehouse', 'payment', 'system')),
    CONSTRAINT application_history_kind_known CHECK (kind IN ('MOVE', 'NOTE'))
);
COMMENT ON TABLE application_history IS 'What happened to an application, in order; appended to, never changed.';
COMMENT ON COLUMN application_history.id IS 'Order of writing within an application.';
COMMENT ON COLUMN application_history.kind IS
    'MOVE: the application came to this status. NOTE: something worth knowing happened while it stood there.';
COMMENT ON COLUMN application_history.reason IS 'For people; null where the move speaks for itself.';

-- The moves form a graph without a way back, so no status is ever reached twice: a second row is a step done twice.
CREATE UNIQUE INDEX application_history_once ON application_history (application_id, status) WHERE kind = 'MOVE';

-- The default shape of Debezium's outbox event router, so that change data capture can take over from our relay.
CREATE TABLE outbox (
    id            uuid         NOT NULL,
    aggregatetype varchar(255) NOT NULL,
    aggregateid   varchar(255) NOT NULL,
    type          varchar(255) NOT NULL,
    payload       jsonb        NOT NULL,
    created_at    timestamptz  NOT NULL DEFAULT now(),
    CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
COMMENT ON TABLE outbox IS
    'Messages to the outside, written in the transaction of the change they tell of and sent afterwards.';
COMMENT ON COLUMN outbox.id IS 'UUIDv7; the stable id by which the far side recognises a repeated delivery.';
COMMENT ON COLUMN outbox.aggregateid IS 'The application id; messages of one application are sent in order.';
