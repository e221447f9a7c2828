-- Messages of one application, and of one type, in the list for staff. Open messages have an index of their own, so these are
-- written when a message is closed and cost the intake nothing.
DROP INDEX CONCURRENTLY IF EXISTS outbox_closed;
CREATE INDEX CONCURRENTLY outbox_closed ON outbox (aggregateid, id DESC)
    WHERE sent_at IS NOT NULL OR parked_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS outbox_closed_type;
CREATE INDEX CONCURRENTLY outbox_closed_type ON outbox (type, id DESC)
    WHERE sent_at IS NOT NULL OR parked_at IS NOT NULL;
