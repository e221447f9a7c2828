-- The filters of the list of payments; there are few rows with a reason.
DROP INDEX CONCURRENTLY IF EXISTS payment_reason_newest;
CREATE INDEX CONCURRENTLY payment_reason_newest ON payment (reason, id DESC) WHERE reason IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS payment_received;
CREATE INDEX CONCURRENTLY payment_received ON payment (received_at);
