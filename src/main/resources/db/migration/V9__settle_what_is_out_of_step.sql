-- A message that is no longer wanted is closed without being sent. It carries sent_at all the same, so that version N-1,
-- which knows nothing of it, neither sends it nor waits for it, and so that the retention job removes it.
ALTER TABLE outbox
    ADD COLUMN dropped boolean NOT NULL DEFAULT false,
    -- Not validated: true of every row by the default, and the table need not be read for it.
    ADD CONSTRAINT outbox_dropped_ended CHECK (NOT dropped OR sent_at IS NOT NULL) NOT VALID;
COMMENT ON COLUMN outbox.dropped IS
    'Closed without being sent, because what it asks for was no longer wanted: sent_at says when, last_error why.';
-- For lists: there are few.
CREATE INDEX outbox_dropped ON outbox (id DESC) WHERE dropped;

-- Sent, and yet something that a person has to know: what it is stands in last_error.
CREATE INDEX outbox_remarked ON outbox (id) WHERE sent_at IS NOT NULL AND NOT dropped AND last_error IS NOT NULL;
COMMENT ON COLUMN outbox.last_error IS
    'What went wrong in the last attempt, for people. Of a message that was sent: what is strange about the answer.';

-- Asked for each number that the carrier gives. Not unique: what others tell us may be wrong, and is then for a person.
CREATE INDEX shipping_application_waybill ON shipping_application (waybill_number) WHERE waybill_number IS NOT NULL;
-- Reconciliation asks for them: waybills that somebody has to call off.
CREATE INDEX shipping_application_refunded_with_waybill ON shipping_application (updated_at)
    WHERE status = 'REFUNDED' AND waybill_number IS NOT NULL;

-- Messages in that a person has settled.
ALTER TABLE inbox
    ADD COLUMN note       text,
    ADD COLUMN settled_at timestamptz,
    DROP CONSTRAINT inbox_state_known,
    DROP CONSTRAINT inbox_parked_explained,
    DROP CONSTRAINT inbox_variant_parked,
    ADD CONSTRAINT inbox_state_known CHECK (state IN ('APPLIED', 'WAITING', 'PARKED', 'SETTLED')),
    ADD CONSTRAINT inbox_parked_explained CHECK (state = 'SETTLED' OR (state = 'PARKED') = (reason IS NOT NULL)),
    ADD CONSTRAINT inbox_variant_parked CHECK (variant = '' OR state IN ('PARKED', 'SETTLED')),
    ADD CONSTRAINT inbox_settled_noted
        CHECK ((state = 'SETTLED') = (note IS NOT NULL) AND (note IS NULL) = (settled_at IS NULL));
COMMENT ON COLUMN inbox.state IS
    'APPLIED: took effect, or had before. WAITING: came too early. PARKED: for a person. SETTLED: by a person, with a '
    'note; it never takes effect, and the reason why it was parked stays.';
COMMENT ON COLUMN inbox.note IS 'What the person did about it.';
