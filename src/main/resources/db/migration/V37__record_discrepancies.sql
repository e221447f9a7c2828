-- What two systems report differently. Such a moment passes, so it is recorded when it is noticed; a state that is out of
-- step, such as "paid without waybill", is found by a query instead.
CREATE TABLE discrepancy (
    id             uuid        NOT NULL,
    kind           text        NOT NULL,
    application_id uuid        NOT NULL,
    detail         text        NOT NULL,
    found_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT discrepancy_pkey PRIMARY KEY (id),
    -- Noticed again, it is the same discrepancy.
    CONSTRAINT discrepancy_content UNIQUE (application_id, kind, detail),
    CONSTRAINT discrepancy_kind_known CHECK (kind IN ('UNKNOWN_BOOKING', 'SHARED_WAYBILL', 'CONTRADICTING_WAYBILL'))
);
COMMENT ON TABLE discrepancy IS
    'Facts that a person has to look into; listed by reconciliation until somebody has settled them. Rows are never deleted.';
COMMENT ON COLUMN discrepancy.id IS 'UUIDv7, ours.';
COMMENT ON COLUMN discrepancy.detail IS 'For staff: what was noticed.';
CREATE INDEX discrepancy_kind_oldest ON discrepancy (kind, found_at);

-- What staff have settled of the items that reconciliation lists, other than payments and events, which carry their own note.
CREATE TABLE reconciliation_settlement (
    kind       text        NOT NULL,
    item_id    text        NOT NULL,
    since      timestamptz NOT NULL,
    note       text        NOT NULL,
    settled_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT reconciliation_settlement_pkey PRIMARY KEY (kind, item_id, since)
);
COMMENT ON TABLE reconciliation_settlement IS
    'Items of reconciliation that a person has settled: they are no longer listed. Rows are never deleted.';
COMMENT ON COLUMN reconciliation_settlement.item_id IS 'The id under which the item was listed.';
COMMENT ON COLUMN reconciliation_settlement.since IS
    'From when on the item was out of step. The same item is listed again if it gets out of step again, such as a message '
    'that was parked, resent, and parked once more.';
