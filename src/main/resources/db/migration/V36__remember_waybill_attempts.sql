-- Which orders may have been booked although no answer said so. The relay's own columns cannot tell: it counts no attempt
-- while the carrier is unavailable, and a process that dies during a call writes nothing at all.
CREATE TABLE waybill_attempt (
    message_id     uuid        NOT NULL,
    application_id uuid        NOT NULL,
    begun_at       timestamptz NOT NULL,
    CONSTRAINT waybill_attempt_pkey PRIMARY KEY (message_id)
);
COMMENT ON TABLE waybill_attempt IS
    'Orders that are with the carrier at this moment, and those whose outcome is unknown. The row is committed before the '
    'carrier is called, and removed when an answer says for sure what became of the order.';
COMMENT ON COLUMN waybill_attempt.message_id IS 'The order in the outbox; no foreign key, because sent messages are removed.';
COMMENT ON COLUMN waybill_attempt.begun_at IS
    'When the last attempt began. An order that is no longer wanted is asked about for UKETSUKE_CARRIER_ASK_FOR from then on.';
